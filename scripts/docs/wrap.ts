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

const CODE_BLOCK = '```';
/** What does not continue the paragraph above: an empty line, a table, heading, block, comment, quote or list item. */
const STARTS_ANEW = /^\s*(?:$|[|#<>]|```|[-*] |\d+\. )/;

/**
 * Wraps lines of prose and lists that are too long, together with the rest of their paragraph. Leaves tables, headings
 * and code blocks unchanged.
 */
export function wrapLongLines(text: string): string {
  const wrapped: string[] = [];
  const lines = text.split('\n');
  let inBlock = false;
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line.trimStart().startsWith(CODE_BLOCK)) inBlock = !inBlock;
    if (inBlock || /^[|#]/.test(line) || line.length <= LONGEST_LINE) {
      wrapped.push(line);
      continue;
    }
    const prefix = /^ *(?:[-*] |\d+\. )?/.exec(line)?.[0] ?? '';
    let rest = line;
    while (lines[0] !== undefined && !STARTS_ANEW.test(lines[0])) rest += ` ${lines.shift()?.trim()}`;
    wrapped.push(wrapParagraph(rest, ' '.repeat(prefix.length)));
  }
  return wrapped.join('\n');
}
