const LONGEST_LINE = 120;

/** Breaks a text between words, so that no line is longer than documents may have; further lines are indented. */
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

/** Wraps the lines of prose and lists that are too long. Tables, headings and blocks of code stay. */
export function wrapLongLines(text: string): string {
  let inBlock = false;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('```')) inBlock = !inBlock;
    if (inBlock || /^[|#]/.test(line) || line.length <= LONGEST_LINE) return line;
    const begin = /^ *(?:[-*] |\d+\. )?/.exec(line)?.[0] ?? '';
    return wrapParagraph(line, ' '.repeat(begin.length));
  });
  return lines.join('\n');
}
