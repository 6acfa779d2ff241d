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

const literalsIn = (source: string) => findLiterals(parseSource('a.tsx', source)).map((found) => found.split(': ')[1]);

describe('The literals that a component shows', () => {
  it.each([
    ['a text between tags', '<p>Nobody is here.</p>', 'Nobody is here. is a literal'],
    ['a text in braces', "<p>{'Nobody'}</p>", "'Nobody' is a literal"],
    ['a choice of texts', "<p>{busy ? 'Uploading' : <b />}</p>", "'Uploading' is a literal"],
    ['a label', '<Icon aria-label="Close" />', '"Close" is a literal'],
    ['a template in a label', '<Icon label={`Remove ${name}`} />', '`Remove ${name}` is a literal'],
    ['a property of an object', "const tabs = [{ id: 'all', label: 'Everybody' }];", "'Everybody' is a literal"],
    ['a toast', "showError('Lost', 'top-right');", "'Lost' is a literal"],
    ['a sentence anywhere', "const gone = 'It is no longer here.';", "'It is no longer here.' is a literal"],
    [
      't() in a module',
      'const title = t(texts.title);',
      't() runs when the module is loaded, before the language is chosen',
    ],
  ])('include %s', (_, source, found) => {
    const [first, ...others] = literalsIn(source);
    expect(first).toContain(found);
    expect(others).toEqual([]);
  });

  it.each([
    ['a message', "const texts = defineMessages('feed', { none: 'Nobody is here.' });"],
    ['a text that is written out while drawing', 'const Title = () => <p title={t(texts.title)}>{t(texts.none)}</p>;'],
    ['names of classes and addresses', '<a className="link wide" href="/home" rel="nofollow ugc">{name}</a>'],
    ['signs without letters', '<p>{count} · {"+"} <img alt="" /></p>'],
    ['a comparison', "<p>{status === 'failed' && <b />}</p>"],
    ['keys and code', '<p><Kbd>j</Kbd> <code>npm start</code></p>'],
    ['what is for the console', "logFailure('Popular posts', answer.message); throw new Error('No root was found');"],
  ])('do not include %s', (_, source) => {
    expect(literalsIn(source)).toEqual([]);
  });
});

describe('Texts collected from sources', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-texts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const collect = (...sources: string[]) =>
    collectTexts(
      sources.map((source, at) => {
        const file = path.join(folder, `${at}.ts`);
        writeFileSync(file, source);
        return file;
      }),
    );

  it('have an id of prefix and key, also in long lines', () => {
    const { texts, problems } = collect("const texts = defineMessages('feed.home', { none: 'Nobody ' + 'here' });");
    expect([...texts.values()].map(({ id, message }) => [id, message])).toEqual([['feed.home.none', 'Nobody here']]);
    expect(problems).toEqual([]);
  });

  it('have ids that belong to one place', () => {
    const source = "const texts = defineMessages('feed', { none: 'Nobody' });";
    expect(collect(source, source).problems).toEqual([
      expect.stringMatching(/1\.ts:1: feed\.none is defined at .*0\.ts:1/),
    ]);
  });

  it.each([
    ['a text that is computed', "defineMessages('feed', { none: `Nobody ${here}` })", 'a text has to be literal'],
    ['a prefix that is computed', 'defineMessages(feature, {})', 'defineMessages takes a literal prefix'],
    ['an id without a feature', "defineMessages('Feed', { none: 'Nobody' })", 'is no id'],
    ['an argument that does not end', "defineMessages('feed', { none: 'Nobody {name' })", 'is no ICU message'],
    ['a plural without other', "defineMessages('feed', { none: '{n, plural, one {post}}' })", 'is no ICU message'],
  ])('do not take %s', (_, source, problem) => {
    expect(collect(source).problems).toEqual([expect.stringContaining(problem)]);
  });

  it('are whole in the product', () => {
    const { texts, problems } = collectTexts(listSources('contract/src', 'web/src', 'server/src'));
    expect(problems).toEqual([]);
    expect(texts.get('side.popular.title')?.message).toBe('Popular Posts');
  });
});

describe('A translation', () => {
  const english = new Map([
    ['feed.new', { message: '{count, plural, one {# post} other {# posts}} of <b>{name}</b>' }],
  ]);
  const check = (translation: string) => checkCatalog(english, { 'feed.new': translation });

  it('takes the arguments and elements of the English text, in any order and with other plurals', () => {
    expect(check('<b>{name}</b>: {count, plural, few {# a} many {# b} other {# c}}')).toEqual([]);
  });

  it.each([
    ['another argument', '{n, plural, other {#}} <b>{name}</b>', 'feed.new takes'],
    ['no element', '{count, plural, other {#}} {name}', 'feed.new takes'],
    ['another kind of argument', '{count} <b>{name}</b>', 'feed.new takes'],
    ['a broken message', '{count, plural, other {#} {name}', 'is no ICU message'],
  ])('cannot have %s', (_, translation, problem) => {
    expect(check(translation)).toEqual([expect.stringContaining(problem)]);
  });

  it('has every text, and none that is gone', () => {
    expect(checkCatalog(english, { 'feed.old': 'x' })).toEqual(['feed.new is missing', 'feed.old is not used']);
  });
});

describe('The pseudo-locale', () => {
  it('accents every letter, grows, and leaves arguments and elements as they are', () => {
    expect(toPseudo('Go to <link>{name}</link>')).toEqual(['Ǵó ťó <link>ẽẽ', ['name'], '</link>']);
    const [[name, kind, cases] = []] = toPseudo('{n, plural, one {# post} other {# posts}}');
    expect([name, kind, cases]).toEqual([
      'n',
      'plural',
      { offset: undefined, one: ['#', ' ƥóśťẽẽ'], other: ['#', ' ƥóśťśẽẽ'] },
    ]);
  });
});

it('The arguments of a message are those of all its branches', () => {
  expect(argumentsOf('{n, plural, one {{name} has <b>one</b>} other {#}}')).toEqual(['<b>', 'n, plural', 'name']);
});

describe('The texts of the document', () => {
  const { texts } = collectTexts(listSources('contract/src', 'web/src'));
  const catalogs = new Map([['de', { 'ui.tryAgain': 'Noch "einmal" & los' }]]);

  it('are written as JSON in every language, safe in an attribute', () => {
    const written = writeDocumentTexts('<script data-again="%texts:ui.tryAgain%"></script>', texts, catalogs);
    const [, attribute = ''] = /data-again="([^"]*)"/.exec(written) ?? [];
    const said: unknown = JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
    expect(said).toEqual({ en: 'Try again', de: 'Noch "einmal" & los', 'en-XA': expect.stringContaining('á') });
  });

  it('are refused when an id is not defined', () => {
    expect(() => writeDocumentTexts('%texts:ui.nothing%', texts)).toThrow('ui.nothing');
  });
});
