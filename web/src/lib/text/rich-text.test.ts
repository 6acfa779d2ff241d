import { parseRichText, toSafeHref } from '@afterhours/contract/posts/rich-text';
import { previewPieces, previewText } from '@afterhours/contract/posts/text-preview';
import { describe, expect, it, vi } from 'vitest';
import { findHashtags } from './rich-text.ts';

const linksOf = (text: string) => parseRichText(text).flatMap((piece) => (piece.kind === 'link' ? [piece.text] : []));

it('Links do not need `URL.parse`, which Safari 17 does not know', () => {
  const parse = vi.spyOn(URL, 'parse');
  expect(linksOf('See https://b.example/a.')).toEqual(['https://b.example/a']);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

describe('Links', () => {
  it.each([
    ['See https://a.example/x.', ['https://a.example/x']],
    ['(https://a.example/x)', ['https://a.example/x']],
    ['https://a.example/wiki_(thing)', ['https://a.example/wiki_(thing)']],
    ['([https://a.example/wiki_(thing)].)', ['https://a.example/wiki_(thing)']],
    ['“https://a.example”, and http://b.example?', ['https://a.example', 'http://b.example']],
    ['javascript:alert(1) data:text/html,x ftp://a.example', []],
    ['https://user@evil.example', []],
    ['https://', []],
    ['<https://a.example/"onclick="x>', ['https://a.example/']],
  ])('found in %s are %j', (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });
  it('are found in time if a long one ends with many brackets', () => {
    // Counting the brackets again for each of them would take minutes.
    expect(linksOf(`https://a.example/${')'.repeat(300_000)}`)).toEqual(['https://a.example/']);
  });
  it('are safe only with http and https and without a user name', () => {
    expect(toSafeHref('javascript:alert(1)')).toBeNull();
    expect(toSafeHref('https://a@b.example')).toBeNull();
    expect(toSafeHref('https://b.example/ü')).toBe('https://b.example/%C3%BC');
  });
});

describe('Hashtags', () => {
  it.each([
    ['#Kiln and #kiln', ['kiln']],
    ['#größe #日本 #snake_case', ['größe', '日本', 'snake_case']],
    ['a#b &#39; /#x https://a.example/#part', []],
    ['#one,#two', ['one', 'two']],
    ['# alone', []],
    ['#1 of 3, #2026 and ##heading', []],
  ])('found in %s are %j', (text, tags) => {
    expect(findHashtags(text)).toEqual(tags);
  });
});

describe('Mentions', () => {
  const place = (start: number, length: number, id: string) => ({ start, length, user: { _id: id, username: id } });

  it('do not change which words are hashtags', () => {
    expect(parseRichText('@mei#kiln', [place(0, 4, 'm')])).toEqual([
      { kind: 'mention', text: '@mei', user: { _id: 'm', username: 'm' } },
      { kind: 'text', text: '#kiln' },
    ]);
  });

  it('are split off by code points, alongside links and hashtags', () => {
    expect(parseRichText('💡 @mei, see #kiln and @ben', [place(2, 4, 'm'), place(22, 4, 'b')])).toEqual([
      { kind: 'text', text: '💡 ' },
      { kind: 'mention', text: '@mei', user: { _id: 'm', username: 'm' } },
      { kind: 'text', text: ', see ' },
      { kind: 'hashtag', text: '#kiln', target: 'kiln' },
      { kind: 'text', text: ' and ' },
      { kind: 'mention', text: '@ben', user: { _id: 'b', username: 'b' } },
    ]);
  });

  it('that belong to another version of the text are ignored', () => {
    const text = 'No @one';
    for (const wrong of [place(0, 4, 'a'), place(3, 9, 'a'), place(90, 4, 'a'), place(-1, 4, 'a')])
      expect(parseRichText(text, [wrong])).toEqual([{ kind: 'text', text }]);
  });

  it('are never cut in a preview', () => {
    const pieces = parseRichText('Thanks to @mei_lin_of_the_kiln for this long evening', [place(10, 20, 'm')]);
    expect(previewPieces(pieces, 18).map(({ text }) => text)).toEqual(['Thanks to…']);
  });
});

it('The pieces of a text join to the same text again', () => {
  const text = 'A #tag,\nhttps://a.example/x). And more #b';
  expect(
    parseRichText(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

describe('Previews', () => {
  it('leave a text that fits unchanged', () => {
    expect(previewText('x'.repeat(120), 120)).toBe('x'.repeat(120));
  });
  it('are cut at the maximum length, without a trailing space', () => {
    expect(previewText(`${'x'.repeat(119)} yz`, 120)).toBe(`${'x'.repeat(119)}…`);
  });
  it('count a grapheme as one character and never split it', () => {
    expect(previewText('👩‍🚀'.repeat(4), 3)).toBe(`${'👩‍🚀'.repeat(3)}…`);
    expect(previewText('👩‍🚀'.repeat(3), 3)).toBe('👩‍🚀'.repeat(3));
  });
  const preview = (text: string, max: number) =>
    previewPieces(parseRichText(text), max)
      .map((piece) => piece.text)
      .join('');

  it('of rich text end after a whole word', () => {
    expect(preview('Put the price on the page. Add your name below it.', 30)).toBe('Put the price on the page. Add…');
    expect(preview('We fired it gently. And then we waited for a week.', 21)).toBe('We fired it gently…');
    expect(preview('x'.repeat(60), 30)).toBe(`${'x'.repeat(30)}…`);
  });
  it('are cut in time if a word has a great number of joiners', () => {
    // Searching for the end of the word from each of its characters would take minutes.
    expect(preview(`a${'\u200d'.repeat(300_000)} ${'word '.repeat(40)}`, 30)).toMatch(/word…$/);
  });
  it('of rich text contain no partial hashtag', () => {
    expect(preview('Sold both chairs today, at last. #furniture #evening #smallwins', 37)).toBe(
      'Sold both chairs today, at last…',
    );
    expect(preview('#furniture#evening and everything else that I have', 12)).toBe('#furniture…');
  });
  it('show the full text if cutting would hide only a little', () => {
    expect(preview(`${'word '.repeat(10)}and the end`, 45)).toBe(`${'word '.repeat(10)}and the end`);
  });
  it('keep the full target of a link that is cut', () => {
    expect(previewPieces(parseRichText('https://a.example/long/path/to/the/end/of/it'), 12)).toEqual([
      { kind: 'link', text: 'https://a.ex…', target: 'https://a.example/long/path/to/the/end/of/it' },
    ]);
    expect(preview('See https://a.example/long/path/to/the/end/of/it', 12)).toBe('See…');
  });
});
