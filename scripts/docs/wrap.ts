const LONGEST_LINE = 120;

/** Breaks a paragraph between words; further lines begin with `indent`. */
export function wrapParagraph(text: string, indent = ''): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    const longer = last === '' ? word : `${last} ${word}`;
    if (longer.length > LONGEST_LINE) lines.push(indent + word);
    else lines.splice(-1, 1, longer);
  }
  return lines.join('\n');
}
