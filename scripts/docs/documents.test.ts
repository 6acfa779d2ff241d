import { describe, expect, test } from 'vitest';
import { inspectRecord, listRecords, makeIndex, readIndex } from './decisions.ts';
import { FOREIGN_WORDS } from './foreign-words.ts';
import { listAnchors, listLinks } from './links.ts';
import { createFinder, listMentions } from './mentions.ts';
import { findMoved } from './moved-paths.ts';
import { listFiles, readSources, readText } from './repository-files.ts';

const MAX_LENGTH = 120;
const CHANGELOG_GROUPS = new Set(['Added', 'Changed', 'Fixed', 'Security']);
const files = listFiles();
const documents = files.filter((file) => file.endsWith('.md'));
/** A changelog also names what is no longer there. */
const present = documents.filter((file) => file !== 'CHANGELOG.md');

const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
const repository = { files, sources: readSources(files), npmScripts: new Set(Object.keys(scripts)) };

test('documents name only paths, calls, settings and names that exist', () => {
  const findMissing = createFinder({ ...repository, foreign: FOREIGN_WORDS });
  const missing = present.flatMap((file) =>
    listMentions(readText(file)).flatMap(({ text, place }) => {
      const what = findMissing(text);
      return what === null ? [] : [`${file}:${place}: ${what}`];
    }),
  );
  expect(missing, 'mend the document, or give a reason in foreign-words.ts').toEqual([]);
});

test('the calls of the API quick start exist', () => {
  const calls = [...readText('docs/api.md').matchAll(/\$API(\/[\w/]+)/g)].map(([, address = '']) => address);
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter((address) => !repository.sources.includes(`'${address}'`))).toEqual([]);
});

test('a word is listed as foreign only if a document needs it', () => {
  const strict = createFinder({ ...repository, foreign: {} });
  const mentions = present.flatMap((file) => listMentions(readText(file)));
  const missing = mentions.filter(({ text }) => strict(text) !== null).map(({ text }) => text);
  const needless = Object.keys(FOREIGN_WORDS).filter((word) => !missing.some((text) => text.includes(word)));
  expect(needless).toEqual([]);
});

test('links of documents lead to files and headings that exist', () => {
  const places = new Set(files.flatMap((file) => [file, ...parentsOf(file)]));
  const broken = documents.flatMap((file) =>
    listLinks(file, readText(file))
      .filter(({ target, anchor }) => {
        if (!places.has(target.replace(/\/$/, ''))) return true;
        return anchor !== null && target.endsWith('.md') && !listAnchors(readText(target)).includes(anchor);
      })
      .map(({ target, anchor }) => `${file}: ${target}${anchor === null ? '' : `#${anchor}`}`),
  );
  expect(broken).toEqual([]);
});

test('lines of documents are short enough to be read beside each other', () => {
  const long = documents.flatMap((file) =>
    readText(file)
      .split('\n')
      .flatMap((line, index) => (line.length > MAX_LENGTH ? [`${file}:${index + 1}: ${line.length}`] : [])),
  );
  expect(long).toEqual([]);
});

test('the changelog groups its lines and has none twice', () => {
  const text = readText('CHANGELOG.md');
  const groups = [...text.matchAll(/^### (.+)$/gm)].map(([, group = '']) => group);
  expect(groups.filter((group) => !CHANGELOG_GROUPS.has(group))).toEqual([]);
  const lines = [...text.matchAll(/^- .+$/gm)].map(([line]) => line);
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});

describe('decision records', () => {
  test('each has a title, a status, its decision and at most 40 lines', () => {
    const faults = listRecords().flatMap((file) =>
      inspectRecord(file, readText(file)).map((fault) => `${file} ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  test('the index has a line for each; `npm run fix` writes it', () => {
    expect(readIndex()).toBe(makeIndex());
  });
});

describe('what a document says', () => {
  const find = createFinder({
    files: ['server/src/http/gate.ts', 'docs/architecture.md'],
    sources: "export function admitCaller() {} route('/post/likeUnlike'); MAX_RUNNING_CALLS",
    npmScripts: new Set(['check']),
    foreign: { fsync: 'a setting of PostgreSQL' },
  });

  test.each(['http/gate.ts', 'gate.ts', 'server/src/http/', 'admitCaller()', 'npm run check', 'MAX_RUNNING_CALLS'])(
    'is found when it is there: %s',
    (text) => expect(find(text)).toBeNull(),
  );

  test.each(['POST /api/post/likeUnlike', 'fsync', 'contract/src/<feature>.ts'])(
    'is no fault when it is a call, a foreign word or a pattern: %s',
    (text) => expect(find(text)).toBeNull(),
  );

  test.each([
    'http/door.ts',
    'admitNobody',
    'npm run fly',
    'MAX_CALLS',
    '/post/gone',
    'services.admitCaller',
    'if (admitNobody) {',
  ])('is a fault when it is not there: %s', (text) => expect(find(text)).not.toBeNull());

  test('is not looked for in blocks of code', () => {
    expect(listMentions('`one`\n```sh\n`two`\n```\n`three`')).toEqual([
      { text: 'one', place: 1 },
      { text: 'three', place: 5 },
    ]);
  });
});

describe('the path of a file that has moved', () => {
  const moved = [
    'server/src/http/gate/sessions.ts',
    'cluster/scene/sessions.ts',
    'web/src/a/index.ts',
    'web/src/b/index.ts',
  ];

  test.each([
    ['http/sessions.ts', 'http/gate/sessions.ts'],
    ['http/gate/sessions.ts', 'http/gate/sessions.ts'],
    ['features/index.ts', 'features/index.ts'],
    ['http/absent.ts', 'http/absent.ts'],
  ])('is corrected where one file is certain: %s', (old, present) => expect(findMoved(old, moved)).toBe(present));
});

function parentsOf(file: string): string[] {
  const names = file.split('/').slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}
