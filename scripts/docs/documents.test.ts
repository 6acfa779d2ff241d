import { describe, expect, test } from 'vitest';
import { correctText, findMoved } from './correct-documents.ts';
import { inspectRecord, listRecords, makeIndex, readIndex } from './decisions.ts';
import { FOREIGN_WORDS } from './foreign-words.ts';
import { listAnchors, listLinks } from './links.ts';
import { createFinder, indexRepository, listMentions } from './mentions.ts';
import { listFiles, readSources, readText } from './repository-files.ts';

const MAX_LENGTH = 120;
const CHANGELOG_GROUPS = new Set(['Upgrading', 'Added', 'Changed', 'Fixed', 'Security']);
const files = listFiles();
const documents = files.filter((file) => file.endsWith('.md'));
/** The changelog also names things that no longer exist. */
const currentDocuments = documents.filter((file) => file !== 'CHANGELOG.md');

const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
const repository = indexRepository({ files, sources: readSources(files), npmScripts: new Set(Object.keys(scripts)) });

test('documents name only existing paths, calls, settings and identifiers', () => {
  const findMissing = createFinder(repository, FOREIGN_WORDS);
  const missing = currentDocuments.flatMap((file) =>
    listMentions(readText(file)).flatMap(({ text, line }) => {
      const name = findMissing(text);
      return name === null ? [] : [`${file}:${line}: ${name}`];
    }),
  );
  expect(missing, 'correct the document, or add the word and a reason to foreign-words.ts').toEqual([]);
});

test('the calls of the API quick start exist', () => {
  const calls = [...readText('docs/api.md').matchAll(/\$API(\/[\w/]+)/g)].map(([, address = '']) => address);
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter((address) => !repository.includes(`'${address}'`))).toEqual([]);
});

test('foreign-words.ts lists only words that documents use', () => {
  const findUnknown = createFinder(repository, {});
  const mentions = currentDocuments.flatMap((file) => listMentions(readText(file)));
  const missing = mentions.filter(({ text }) => findUnknown(text) !== null).map(({ text }) => text);
  const unused = Object.keys(FOREIGN_WORDS).filter((word) => !missing.some((text) => text.includes(word)));
  expect(unused).toEqual([]);
});

test('links in documents lead to existing files and headings', () => {
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

test('documents have no line over 120 characters', () => {
  const long = documents.flatMap((file) =>
    readText(file)
      .split('\n')
      .flatMap((line, index) => (line.length > MAX_LENGTH ? [`${file}:${index + 1}: ${line.length}`] : [])),
  );
  expect(long).toEqual([]);
});

test('the changelog uses the known groups and repeats no line', () => {
  const text = readText('CHANGELOG.md');
  const groups = [...text.matchAll(/^### (.+)$/gm)].map(([, group = '']) => group);
  expect(groups.filter((group) => !CHANGELOG_GROUPS.has(group))).toEqual([]);
  const lines = [...text.matchAll(/^- .+$/gm)].map(([line]) => line);
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});

describe('decision records', () => {
  test('each have a title, a status, the decision and at most 40 lines', () => {
    const problems = listRecords().flatMap((file) =>
      inspectRecord(file, readText(file)).map((problem) => `${file} ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  test('are listed in the index that `npm run fix` writes', () => {
    expect(readIndex()).toBe(makeIndex());
  });
});

describe('a mention in a document', () => {
  const small = indexRepository({
    files: ['server/src/http/gate.ts', 'docs/architecture.md'],
    sources: "export function admitCaller() {} route('/post/likeUnlike'); MAX_RUNNING_CALLS",
    npmScripts: new Set(['check']),
  });
  const find = createFinder(small, { fsync: 'a setting of PostgreSQL' });

  test.each(['http/gate.ts', 'gate.ts', 'server/src/http/', 'admitCaller()', 'npm run check', 'MAX_RUNNING_CALLS'])(
    'is accepted if it exists in the repository: %s',
    (text) => expect(find(text)).toBeNull(),
  );

  test.each(['POST /api/post/likeUnlike', 'fsync', 'contract/src/<feature>.ts'])(
    'is accepted if it is a call, a foreign word or a placeholder: %s',
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
  ])('is reported if it does not exist: %s', (text) => expect(find(text)).not.toBeNull());

  test('is ignored in code blocks', () => {
    expect(listMentions('`one`\n```sh\n`two`\n```\n`three`')).toEqual([
      { text: 'one', line: 1 },
      { text: 'three', line: 5 },
    ]);
  });
});

describe('the path of a moved file', () => {
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
  ])('is corrected only if exactly one file matches: %s', (old, present) =>
    expect(findMoved(old, moved)).toBe(present),
  );
});

test('a corrected document has the current paths and no long lines; the changelog keeps its paths', () => {
  const text = `${'word '.repeat(23)}\`server/old/kiln.ts\``;
  const moved = ['server/new/kiln.ts'];
  expect(correctText('README.md', text, moved)).toBe(`${'word '.repeat(23).trim()}\n\`server/new/kiln.ts\``);
  expect(correctText('CHANGELOG.md', text, moved)).toBe(`${'word '.repeat(23).trim()}\n\`server/old/kiln.ts\``);
});

function parentsOf(file: string): string[] {
  const names = file.split('/').slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}
