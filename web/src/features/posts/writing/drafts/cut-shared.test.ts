import { expect, it } from 'vitest';
import { cutShared } from './cut-shared.ts';

const link = 'https://example.com/essay';

it('A shared text that is short enough stays as it is', () => {
  expect(cutShared(`Read\n${link}`, 100)).toBe(`Read\n${link}`);
});

it('A longer one keeps the link at its end', () => {
  const cut = cutShared(`${'word '.repeat(50)}\n${link}`, 60);
  expect(cut).toHaveLength(60);
  expect(cut).toMatch(/^word word .*\nhttps:\/\/example\.com\/essay$/);
  expect(cutShared(`${'word '.repeat(50)}${link}`, link.length)).toBe('word word word word word');
  expect(cutShared(`${'word '.repeat(50)}${link}`, link.length + 1)).toBe(link);
  expect(cutShared(`${'字'.repeat(50)}：${link}`, 30)).toBe(`字字字字\n${link}`);
});

it('A huge text of spaces and beginnings of links is cut at once', () => {
  const text = `${' '.repeat(200_000)}${'http://'.repeat(50_000)} end`;
  const start = performance.now();
  expect(cutShared(text, 10)).toBe('');
  expect(performance.now() - start).toBeLessThan(1_000);
});

it('A link that is no longer than the room but stands elsewhere, or is longer, is cut like other text', () => {
  expect(cutShared(`${link} ${'word '.repeat(50)}`, 30)).toBe(`${link} word`);
  expect(cutShared(`Read https://example.com/${'x'.repeat(100)}`, 30)).toBe('Read https://example.com/xxxxx');
});

it('An emoji is not cut in half, and without any room nothing is left', () => {
  expect(cutShared('ab😀cd', 3)).toBe('ab');
  expect(cutShared(`Read ${link}`, 0)).toBe('');
  expect(cutShared(`Read ${link}`, -5)).toBe('');
});
