import { describe, expect, it } from 'vitest';
import { shortClassNames } from '../../web/styles-plugin.ts';
import { checkStyles, findStyleProblems, findWrittenQueries } from './styles.ts';

const linesOf = (problems: readonly string[]): number[] => problems.map((problem) => Number.parseInt(problem, 10));
const inRule = (declaration: string): string => `.part {\n  ${declaration};\n}\n`;

describe('The check of styles', () => {
  it('finds no problem in the style sheets of web', () => {
    expect(checkStyles().output).toBe('');
  });

  it.each([
    'left: 0',
    'bottom: var(--s2)',
    'margin-left: auto',
    'padding-top: 4px',
    'border-left-color: var(--line)',
    'border-top-right-radius: 3px',
    'scroll-margin-top: 8px',
    'text-align: left',
    'float: right',
    'padding: 0 calc(2 * var(--s1)) 0 38px',
    'inset: 0 100% auto auto',
    'border-radius: 0 3px 3px 0',
  ])('rejects the physical declaration “%s”', (declaration) => {
    expect(linesOf(findStyleProblems(inRule(declaration)))).toEqual([2]);
  });

  it('rejects a line with a colour, style or thickness in one declaration, which Safari does not draw', () => {
    expect(linesOf(findStyleProblems(inRule('text-decoration: underline 2px var(--lamp)')))).toEqual([2]);
  });

  it('rejects names of elements inside what :has() selects, because each key would restyle all of them', () => {
    for (const selector of [
      '.row:has(:checked) svg',
      '.row:has(:checked) .star svg',
      '[data-a]:has(> main) > div',
      '.b:has(~ .b :checked):hover svg',
    ])
      expect(linesOf(findStyleProblems(`${selector} {\n}\n`)), selector).toEqual([1]);
    for (const selector of ['.row:has(svg)', '.row:has(:checked) .star', 'div > p:has(> img) + p:has(> img)'])
      expect(findStyleProblems(`${selector} {\n}\n`), selector).toEqual([]);
  });

  it('rejects an attribute as a value other than text, which only Chrome reads', () => {
    expect(linesOf(findStyleProblems(inRule('aspect-ratio: attr(data-ratio type(<number>))')))).toEqual([2]);
    expect(findStyleProblems(inRule('content: attr(data-label)'))).toEqual([]);
  });

  it.each([
    'inset-inline-start: 0',
    'margin-inline: auto 0',
    'padding: 4px var(--s2) 0',
    'padding: 1px 2px 3px 2px',
    'border-radius: 3px 3px 0 0',
    'text-align: start',
    '--left: 3px',
    'text-decoration: underline',
  ])('accepts the declaration “%s”', (declaration) => {
    expect(findStyleProblems(inRule(declaration))).toEqual([]);
  });

  it('skips comments and counts their lines', () => {
    expect(linesOf(findStyleProblems(`/* left: 0;\n right: 0; */\n${inRule('right: 0')}`))).toEqual([4]);
  });

  it('rejects media queries with a width that is not a breakpoint', () => {
    const widths = ['(min-width: 640px)', '(max-width: 639px)', '(max-width: 640px)', '(min-width: 40em)', '(hover)'];
    const css = widths.map((query) => `@media ${query} {\n}\n`).join('');
    expect(linesOf(findStyleProblems(css))).toEqual([5, 7]);
  });

  it('rejects media queries with literal widths in code', () => {
    expect(linesOf(findWrittenQueries("const query =\n  '(min-width: 1024px)';\nuseMedia(from.desktop);"))).toEqual([
      2,
    ]);
  });
});

describe('Short class names', () => {
  it('are refused if two classes would get the same one, but not if a module is built again', () => {
    const names = shortClassNames();
    for (const _build of ['first', 'second']) names.getJSON('one.module.css', { row: 'aB3_', list: 'cD4_' });
    expect(() => names.getJSON('other.module.css', { row: 'aB3_' })).toThrow(
      'Rename .row of other.module.css: its short name is that of .row of one.module.css.',
    );
  });
});
