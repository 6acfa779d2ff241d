import type { Random } from '../random.ts';

const CHOICE = /\[([^[\]]*)\]/;
const SLOT = /\{(\w+)\}/g;

/**
 * Builds a sentence from a template: `[one|two|]` is a choice, `{slot}` one of that slot's texts. Slots may contain
 * choices themselves. Throws on an unknown slot.
 */
export function write(
  random: Random,
  template: string,
  slots: Record<string, readonly string[] | string> = {},
): string {
  let text = template;
  for (let round = 0; round < 3; round++) {
    text = text.replace(SLOT, (_match, name: string) => {
      const texts = slots[name];
      if (texts === undefined) throw new Error(`a template asks for ${name}`);
      return typeof texts === 'string' ? texts : random.pick(texts);
    });
    for (let match = CHOICE.exec(text); match; match = CHOICE.exec(text)) {
      const chosen = random.pick((match[1] ?? '').split('|'));
      text = text.slice(0, match.index) + chosen + text.slice(match.index + match[0].length);
    }
  }
  return tidy(text);
}

/** Removes double spaces left by empty choices, and begins sentences with a capital. */
function tidy(text: string): string {
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/ +([,.!?\n])/g, '$1')
    .replace(/\n +/g, '\n')
    .trim()
    .replace(/(^|[.!?]\s+|\n)(\p{Ll})/gu, (_match, before: string, letter: string) => before + letter.toUpperCase());
}
