import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeDocumentTexts } from '../../web/texts-plugin.ts';
import { checkCatalog } from './catalog.ts';
import { collectTexts, listSources } from './collect.ts';
import { argumentsOf } from './icu.ts';
import { findLiterals } from './literals.ts';
import { toPseudo } from './pseudo.ts';
import { parseSource } from './syntax.ts';

const literalsIn = (source: string) =>
  findLiterals(parseSource('a.tsx', source)).map((problem) => problem.split(': ')[1]);

describe('findLiterals', () => {
  it.each([
    ['a text between tags', '<p>Nobody is here.</p>', 'Nobody is here. is a literal'],
    ['a text in braces', "<p>{'Nobody'}</p>", "'Nobody' is a literal"],
    ['a conditional text', "<p>{busy ? 'Uploading' : <b />}</p>", "'Uploading' is a literal"],
    ['a label', '<Icon aria-label="Close" />', '"Close" is a literal'],
    ['a template in a label', '<Icon label={`Remove ${name}`} />', '`Remove ${name}` is a literal'],
    ['a property of an object', "const tabs = [{ id: 'all', label: 'Everyone' }];", "'Everyone' is a literal"],
    ['a toast', "showError('Lost', 'top-right');", "'Lost' is a literal"],
    ['a sentence in a variable', "const gone = 'It is no longer here.';", "'It is no longer here.' is a literal"],
    [
      't() outside a function',
      'const title = t(texts.title);',
      't() runs when the module is loaded, before the language is chosen',
    ],
  ])('reports %s', (_, source, problem) => {
    const [first, ...others] = literalsIn(source);
    expect(first).toContain(problem);
    expect(others).toEqual([]);
  });

  it.each([
    ['a message', "const texts = defineMessages('feed', { none: 'Nobody is here.' });"],
    ['t() in a component', 'const Title = () => <p title={t(texts.title)}>{t(texts.none)}</p>;'],
    ['class names and URLs', '<a className="link wide" href="/home" rel="nofollow ugc">{name}</a>'],
    ['symbols without letters', '<p>{count} · {"+"} <img alt="" /></p>'],
    ['a comparison', "<p>{status === 'failed' && <b />}</p>"],
    ['keyboard keys and code', '<p><Kbd>j</Kbd> <code>npm start</code></p>'],
    [
      'messages for the console',
      "logFailure('Popular posts', response.message); throw new Error('No root was found');",
    ],
  ])('ignores %s', (_, source) => {
    expect(literalsIn(source)).toEqual([]);
  });
});

describe('collectTexts', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-texts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const collect = (...sources: string[]) =>
    collectTexts(
      sources.map((source, index) => {
        const file = path.join(folder, `${index}.ts`);
        writeFileSync(file, source);
        return file;
      }),
    );

  it('builds ids from prefix and key, and joins concatenated strings', () => {
    const { texts, problems } = collect("const texts = defineMessages('feed.home', { none: 'Nobody ' + 'here' });");
    expect([...texts.values()].map(({ id, message }) => [id, message])).toEqual([['feed.home.none', 'Nobody here']]);
    expect(problems).toEqual([]);
  });

  it('rejects an id that is defined twice', () => {
    const source = "const texts = defineMessages('feed', { none: 'Nobody' });";
    expect(collect(source, source).problems).toEqual([
      expect.stringMatching(/1\.ts:1: feed\.none is defined at .*0\.ts:1/),
    ]);
  });

  it.each([
    ['a computed text', "defineMessages('feed', { none: `Nobody ${here}` })", 'a text has to be literal'],
    ['a computed prefix', 'defineMessages(feature, {})', 'defineMessages takes a literal prefix'],
    ['an id without a feature', "defineMessages('Feed', { none: 'Nobody' })", 'is no id'],
    ['an unclosed argument', "defineMessages('feed', { none: 'Nobody {name' })", 'is no ICU message'],
    [
      'a plural without the case "other"',
      "defineMessages('feed', { none: '{n, plural, one {post}}' })",
      'is no ICU message',
    ],
  ])('rejects %s', (_, source, problem) => {
    expect(collect(source).problems).toEqual([expect.stringContaining(problem)]);
  });

  it('finds no problem in the product', () => {
    const { texts, problems } = collectTexts(listSources('contract/src', 'web/src', 'server/src'));
    expect(problems).toEqual([]);
    expect(texts.get('sidebar.popular.title')?.message).toBe('Popular Posts');
  });
});

describe('A translation', () => {
  const english = new Map([
    ['feed.new', { message: '{count, plural, one {# post} other {# posts}} of <b>{name}</b>' }],
  ]);
  const check = (translation: string) => checkCatalog(english, { 'feed.new': translation });

  it('may order the arguments and elements of the English text differently, and have other plural cases', () => {
    expect(check('<b>{name}</b>: {count, plural, few {# a} many {# b} other {# c}}')).toEqual([]);
  });

  it.each([
    ['a different argument', '{n, plural, other {#}} <b>{name}</b>', 'feed.new takes'],
    ['a missing element', '{count, plural, other {#}} {name}', 'feed.new takes'],
    ['a different kind of argument', '{count} <b>{name}</b>', 'feed.new takes'],
    ['a broken message', '{count, plural, other {#} {name}', 'is no ICU message'],
  ])('cannot have %s', (_, translation, problem) => {
    expect(check(translation)).toEqual([expect.stringContaining(problem)]);
  });

  it('must have every text and no unknown one', () => {
    expect(checkCatalog(english, { 'feed.old': 'x' })).toEqual(['feed.new is missing', 'feed.old is not used']);
  });
});

describe('The pseudo-locale', () => {
  it('accents every letter, lengthens texts, and leaves arguments and elements unchanged', () => {
    expect(toPseudo('Go to <link>{name}</link>')).toEqual(['Ǵó ťó <link>ẽẽ', ['name'], '</link>']);
    const [[name, kind, cases] = []] = toPseudo('{n, plural, one {# post} other {# posts}}');
    expect([name, kind, cases]).toEqual([
      'n',
      'plural',
      { offset: undefined, one: ['#', ' ƥóśťẽẽ'], other: ['#', ' ƥóśťśẽẽ'] },
    ]);
  });
});

it('argumentsOf includes the arguments of all branches of a message', () => {
  expect(argumentsOf('{n, plural, one {{name} has <b>one</b>} other {#}}')).toEqual(['<b>', 'n, plural', 'name']);
});

describe('The texts of the document', () => {
  const { texts } = collectTexts(listSources('contract/src', 'web/src'));
  const catalogs = new Map([['de', { 'ui.tryAgain': 'Noch "einmal" & los' }]]);

  it('are written as JSON in every language, escaped for an attribute', () => {
    const written = writeDocumentTexts('<script data-again="%texts:ui.tryAgain%"></script>', texts, catalogs);
    const [, attribute = ''] = /data-again="([^"]*)"/.exec(written) ?? [];
    const parsed: unknown = JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
    expect(parsed).toEqual({ en: 'Try again', de: 'Noch "einmal" & los', 'en-XA': expect.stringContaining('á') });
  });

  it('are rejected if an id is not defined', () => {
    expect(() => writeDocumentTexts('%texts:ui.nothing%', texts)).toThrow('ui.nothing');
  });
});
