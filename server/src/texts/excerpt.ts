/** Returns a text on one line, truncated between words to at most `max` characters. */
export function excerpt(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '');
  const end = line[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\s,;:–-]+$/, '')}…`;
}
