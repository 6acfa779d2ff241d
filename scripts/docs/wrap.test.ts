import { describe, expect, it } from 'vitest';
import { wrapLongLines } from './wrap.ts';

const word = 'x'.repeat(50);

describe('wrapLongLines', () => {
  it('breaks lines between words and indents the further lines of list items', () => {
    expect(wrapLongLines(`${word} ${word} ${word}`)).toBe(`${word} ${word}\n${word}`);
    expect(wrapLongLines(`  - ${word} ${word} ${word}`)).toBe(`  - ${word} ${word}\n    ${word}`);
  });

  it('wraps the rest of a paragraph with a long line, and nothing after it', () => {
    const long = `${word} ${word} ${word}`;
    expect(wrapLongLines(`- ${long}\n  short\n- next`)).toBe(`- ${word} ${word}\n  ${word} short\n- next`);
    expect(wrapLongLines(`${long}\nshort\n\nnext\n`)).toBe(`${word} ${word}\n${word} short\n\nnext\n`);
  });

  it('leaves tables, headings and code blocks unchanged', () => {
    const text = `| ${word} ${word} ${word} |\n# ${word} ${word} ${word}\n\`\`\`\n${word} ${word} ${word}\n\`\`\``;
    expect(wrapLongLines(text)).toBe(text);
    const inItem = `- item\n\n  \`\`\`\n  ${word} ${word} ${word}\n  ${word}\n  \`\`\``;
    expect(wrapLongLines(inItem)).toBe(inItem);
  });
});
