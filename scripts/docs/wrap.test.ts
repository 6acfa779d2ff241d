import { describe, expect, it } from 'vitest';
import { wrapLongLines } from './wrap.ts';

const word = 'x'.repeat(50);

describe('wrapLongLines', () => {
  it('breaks lines between words and indents the further lines of list items', () => {
    expect(wrapLongLines(`${word} ${word} ${word}`)).toBe(`${word} ${word}\n${word}`);
    expect(wrapLongLines(`  - ${word} ${word} ${word}`)).toBe(`  - ${word} ${word}\n    ${word}`);
  });

  it('leaves tables, headings and code blocks unchanged', () => {
    const text = `| ${word} ${word} ${word} |\n# ${word} ${word} ${word}\n\`\`\`\n${word} ${word} ${word}\n\`\`\``;
    expect(wrapLongLines(text)).toBe(text);
  });
});
