import { describe, expect, it } from 'vitest';
import { markWords, toWords } from './highlight.ts';

/** Returns the text with its marked pieces in brackets. */
const marked = (text: string, typed: string) =>
  markWords(text, toWords(typed))
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('');

describe('Search terms', () => {
  it.each([
    ['Photographer in Łódź', 'photo', '[Photo]grapher in Łódź'],
    ['Žukauskas', 'zukausk', '[Žukausk]as'],
    ['Zukauskas', 'ŽUKAUSKAS', '[Zukauskas]'],
    ['Cafe\u0301 au lait', 'café', '[Cafe\u0301] au lait'],
    ['party art', 'art', 'party [art]'],
    ['art and artist', 'art artist', '[art] and [artist]'],
    ['李小龍', '小', '李[小]龍'],
    ['Two 🦒 giraffes', 'gir', 'Two 🦒 [gir]affes'],
    ['İzmir', 'izmir', '[İzmir]'],
    ['nothing here', '', 'nothing here'],
    ['(a) [b] $c', '( [ $c', '(a) [b] $[c]'],
  ])('are marked in %j for %j as %j', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected);
  });
  it('are marked without changing the text', () => {
    const text = 'Ǻ ﬁne ẞtraße, naïve\u0308 e\u0301\u0302 & 𝒜';
    const pieces = markWords(text, toWords('a strasse naive e'));
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });
});
