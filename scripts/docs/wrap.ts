const LONGEST_LINE = 120;

/** Breaks a text between words into lines of at most 120 characters. All lines after the first start with `indent`. */
export function wrapParagraph(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\S) /)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= LONGEST_LINE || line === '') line = longer;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  return [...lines, line].join('\n');
}

/** Wraps lines of prose and lists that are too long. Leaves tables, headings and code blocks unchanged. */
export function wrapLongLines(text: string): string {
  let inBlock = false;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('```')) inBlock = !inBlock;
    if (inBlock || /^[|#]/.test(line) || line.length <= LONGEST_LINE) return line;
    const prefix = /^ *(?:[-*] |\d+\. )?/.exec(line)?.[0] ?? '';
    return wrapParagraph(line, ' '.repeat(prefix.length));
  });
  return lines.join('\n');
}
