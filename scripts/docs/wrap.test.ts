import { describe, expect, it } from 'vitest';
import { wrapLongLines } from './wrap.ts';

const word = 'x'.repeat(50);

describe('Long lines of a document', () => {
  it('are broken between words, and those of a list indented', () => {
    expect(wrapLongLines(`${word} ${word} ${word}`)).toBe(`${word} ${word}\n${word}`);
    expect(wrapLongLines(`  - ${word} ${word} ${word}`)).toBe(`  - ${word} ${word}\n    ${word}`);
  });

  it('stay in tables, headings and blocks of code', () => {
    const text = `| ${word} ${word} ${word} |\n# ${word} ${word} ${word}\n\`\`\`\n${word} ${word} ${word}\n\`\`\``;
    expect(wrapLongLines(text)).toBe(text);
  });
});
