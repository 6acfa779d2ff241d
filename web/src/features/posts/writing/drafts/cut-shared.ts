const LINK_AT_END = /\s*(https?:\/\/\S+)$/;

/**
 * Returns a text that another app has shared, cut to `room` characters. A link at its end, which the text is about,
 * stays if there is room for it.
 */
export function cutShared(text: string, room: number): string {
  if (text.length <= room) return text;
  const found = LINK_AT_END.exec(text);
  const end = found ? `\n${found[1]}` : '';
  const kept = end.length <= room ? end : '';
  const words = text.slice(0, kept === '' ? text.length : found?.index).slice(0, Math.max(0, room - kept.length));
  // An emoji is not cut in half.
  return `${words.replace(/[\uD800-\uDBFF]$/, '')}${kept}`.trimStart();
}
