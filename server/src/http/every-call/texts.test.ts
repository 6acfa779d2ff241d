import { line, personName, text } from '@afterhours/contract/base/fields';
import { cleanText } from '@afterhours/contract/constants/fields';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());

const invisible = [
  '\u200b',
  '\u3164',
  '\u2800',
  '\u115f\u1160',
  '\uffa0',
  '\u00ad',
  '\u2060 \ufe0f',
  '\u{e0041}',
  '\u200d',
];

describe('Cleaning a text', () => {
  it('keeps at most 30 combining marks in a row', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    cleanText(`a${'\u0315'.repeat(5_000)}${'\u0300'.repeat(5_000)}b`);
    expect(normalize.mock.contexts.map(String)).toEqual([`a${'\u0315'.repeat(30)}b`]);
  });

  it.each(invisible)('removes the invisible %j', (value) => {
    expect(cleanText(value)).toBe('');
    expect(cleanText(` ${value.repeat(3)}\n`)).toBe('');
    expect(text({ required: 'Please write.', max: 20 }).safeParse(value).error?.issues).toMatchObject([
      { message: 'Please write.' },
    ]);
  });

  it.each(['👩‍👩‍👧', '❤️', 'می‌خواهم', 'क्ष', '한국어', 'e\u0301'.normalize('NFC'), '-', '…'])(
    'keeps %s unchanged',
    (value) => {
      expect(cleanText(value)).toBe(value);
    },
  );
});

describe('A text that is too long', () => {
  it('yields one message, whether it is a little or far too long', () => {
    const field = line({ required: 'Please write.', max: 20 });
    for (const length of [21, 80, 81, 100_000])
      expect(field.safeParse('x'.repeat(length)).error?.issues.map(({ message }) => message)).toEqual([
        'Please use at most 20 characters.',
      ]);
  });
});

describe('A name', () => {
  const name = personName('Please write your name.');
  const messagesOf = (value: string) => name.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

  it.each(['Ana', 'Þórr', '李', 'พิ่ม', 'Nguyễn', 'Jean-Luc', "O'Neill", 'שָׁלוֹם'])('may be %s', (value) => {
    expect(messagesOf(value)).toEqual([]);
  });

  it('needs a letter', () => {
    expect(messagesOf('12 !')).toEqual(['Please use at least one letter.']);
    expect(messagesOf('\u3164')).toEqual(['Please write your name.']);
  });

  it('may have only a limited number of accents on a letter', () => {
    expect(messagesOf(`A${'\u0315'.repeat(9)}na`)).toEqual(['Please use fewer accents on one letter.']);
  });
});
