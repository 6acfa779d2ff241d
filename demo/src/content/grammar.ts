import type { Random } from '../random.ts';

const CHOICE = /\[([^[\]]*)\]/;
const SLOT = /\{(\w+)\}/g;

/**
 * Fills a template: `[one|two|]` becomes one of the choices, and `{slot}` one of that slot's texts, which may contain
 * choices and slots themselves. Throws if a slot is unknown.
 */
export function fillTemplate(
  random: Random,
  template: string,
  slots: Record<string, readonly string[] | string> = {},
): string {
  let text = template;
  for (let round = 0; round < 3; round++) {
    text = text.replace(SLOT, (_match, name: string) => {
      const texts = slots[name];
      if (texts === undefined) throw new Error(`a template has an unknown slot: ${name}`);
      return typeof texts === 'string' ? texts : random.pick(texts);
    });
    for (let match = CHOICE.exec(text); match; match = CHOICE.exec(text)) {
      const chosen = random.pick((match[1] ?? '').split('|'));
      text = text.slice(0, match.index) + chosen + text.slice(match.index + match[0].length);
    }
  }
  return tidy(text);
}

/** Removes the double spaces that empty choices leave, and capitalizes sentences. */
function tidy(text: string): string {
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/ +([,.!?\n])/g, '$1')
    .replace(/\n +/g, '\n')
    .trim()
    .replace(/(^|[.!?]\s+|\n)(\p{Ll})/gu, (_match, before: string, letter: string) => before + letter.toUpperCase());
}
