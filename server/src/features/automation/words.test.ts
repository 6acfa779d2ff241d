import { describe, expect, it } from 'vitest';
import { countNewLinks, findSites, toSite } from './links.ts';
import { compile } from './screening.ts';
import { findDropped, indexWords, splitWords } from './words.ts';

const finds = (entry: string, text: string): boolean => indexWords([{ entry, rule: 1 }])(text).size > 0;

describe('The words of a filter', () => {
  it('are matched whole, and never inside other words', () => {
    expect(finds('ass', 'A class of assessors in Massachusetts')).toBe(false);
    expect(finds('ass', 'What an ass!')).toBe(true);
    expect(finds('Scunthorpe', 'from scunthorpe, by train')).toBe(true);
    expect(finds('être', 'Disparêtre')).toBe(false);
  });

  it('are matched whatever their capitalization, width, composition or invisible characters', () => {
    for (const text of ['CASINO', 'ｃａｓｉｎｏ', 'ca\u200bsi\u00adno', '𝒄𝒂𝒔𝒊𝒏𝒐'])
      expect(finds('Casino', text)).toBe(true);
    expect(finds('straße', 'STRASSE')).toBe(true);
    expect(finds('καλος', 'ΚΑΛΟΣ')).toBe(true);
    expect(finds('cafe\u0301', 'Café')).toBe(true);
  });

  it('may be a sequence, with anything but words between them', () => {
    expect(finds('buy followers', 'Buy – followers, today')).toBe(true);
    expect(finds('buy followers', 'Buy many followers')).toBe(false);
  });

  it('are matched in scripts that put no spaces between words', () => {
    expect(finds('赌博', '来赌博吧')).toBe(true);
    expect(finds('การพนัน', 'เล่นการพนันกัน')).toBe(true);
    expect(finds('赌博', '赌')).toBe(false);
    expect(finds('قمار', 'لعبة قمار جديدة')).toBe(true);
  });

  it('are refused with the first character that would be dropped, other than spaces and invisible characters', () => {
    for (const [entry, dropped] of [
      ['c++', '+'],
      ['18+', '+'],
      ['buy, followers', ','],
      ['buy  followers', null],
      ['ca\u200bsi\u00adno', null],
      ['cafe\u0301', null],
      ['赌博', null],
    ] as const)
      expect(findDropped(entry)).toBe(dropped);
  });

  it('may contain a dash or apostrophe inside a word, and are matched with it', () => {
    for (const entry of ['well-known', "don't", 'don’t', 'Jean-Luc Dupont']) {
      expect(findDropped(entry)).toBeNull();
      expect(indexWords([{ entry, rule: entry }])(`They say ${entry}, today`)).toEqual(new Set([entry]));
      expect(indexWords([{ entry, rule: entry }])('They say don, well and Jean')).toEqual(new Set());
    }
    for (const entry of ['c-', "'tis", 'a--b']) expect(findDropped(entry)).not.toBeNull();
  });

  it('are not treated as regular expressions', () => {
    expect(finds('c.t', 'cat')).toBe(false);
    expect(splitWords('.*+?^${}()|[]')).toEqual([]);
  });
});

describe('The sites of a text', () => {
  it('are hosts and the domains above them, from URLs and from hosts without a scheme', () => {
    expect([...findSites('See https://a.www.shop.example/a?b and blog.other.co.uk.')].sort()).toEqual([
      'a.www.shop.example',
      'blog.other.co.uk',
      'other.co.uk',
      'shop.example',
      'www.shop.example',
    ]);
    expect([...findSites('HTTPS://USER@SHOP.EXAMPLE:8443/ and ｓｈｏｐ．example')]).toEqual(['shop.example']);
    expect(toSite('münchen.example')).toBe(toSite('xn--mnchen-3ya.example'));
  });

  it('are what an entry of a filter stands for, without “*.”, “www.” and the rest of an address', () => {
    for (const entry of ['*.shop.example', 'www.shop.example', 'http://a:b@shop.example:81/x', 'SHOP.example.'])
      expect(toSite(entry), entry).toBe('shop.example');
    expect(toSite('https://blog.shop.example/a')).toBe('blog.shop.example');
    expect(toSite('www.github.io')).toBe('www.github.io');
    expect(toSite('*.co.uk')).toBeNull();
  });

  it('are those that a browser opens, however an address hides them', () => {
    const backslashes = String.raw`https:\\sh%6Fp.example\@a.example`;
    for (const address of ['https:sh%6fp.example', backslashes, 'https:/sh%6fp.example/x'])
      expect(findSites(address), address).toContain('shop.example');
  });

  it('exclude email addresses, suffixes that many sites share, and domains with the same ending', () => {
    expect(findSites('write to ana@shop.example').size).toBe(0);
    expect(toSite('github.io')).toBeNull();
    expect(toSite('ana.github.io')).toBe('ana.github.io');
    expect(toSite('127.0.0.1')).toBeNull();
    expect(findSites('notshop.example').has('shop.example')).toBe(false);
  });

  it('count as links where pages make them clickable', () => {
    expect(countNewLinks('https://a.example http://b.example and c.example', '')).toBe(2);
    expect(countNewLinks('https://a.example http://b.example', 'See https://a.example')).toBe(1);
  });
});

describe('A filter of ten thousand words', () => {
  it('is matched against the longest post within milliseconds', () => {
    const entries = Array.from({ length: 10_000 }, (_, at) => `word${at} again`);
    const rule = {
      id: '',
      kind: 'words',
      effect: 'flag',
      places: ['posts'],
      note: 'Rule',
      updated_at: new Date(),
    } as const;
    const find = compile([{ ...rule, places: [...rule.places], entries }]);
    const text = 'word77 and again word9999 '.repeat(200).slice(0, 4_980);
    expect(find(text)).toEqual([]);
    const began = performance.now();
    for (let count = 0; count < 20; count++) find(text);
    expect((performance.now() - began) / 20).toBeLessThan(50);
    expect(find(`${text} word5000 AGAIN`)).toEqual([{ note: 'Rule', effect: 'flag', entries: ['word5000 again'] }]);
  });
});
