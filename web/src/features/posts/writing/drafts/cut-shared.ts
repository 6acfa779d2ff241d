/** Returns the link at the end of a text; empty if it ends otherwise. */
const linkAtEnd = (text: string): string => /https?:\/\/.+/.exec(text.split(/\s/).at(-1) ?? '')?.[0] ?? '';

/**
 * Returns a text that another app has shared, cut to `room` characters. A link at its end, which the text is about,
 * stays if there is room for it.
 */
export function cutShared(text: string, room: number): string {
  if (text.length <= room) return text;
  const link = linkAtEnd(text);
  const end = link === '' || link.length >= room ? '' : `\n${link}`;
  // An emoji is not cut in half.
  const words = text.slice(0, Math.max(0, room - end.length)).replace(/[\uD800-\uDBFF]$/, '');
  return `${words.trimEnd()}${end}`.trimStart();
}
