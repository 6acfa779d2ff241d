import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildDocx } from '#testing/files/documents.ts';
import { requireDocument, toFileName } from './documents.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-documents-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check(bytes: Buffer): Promise<string> {
  const file = path.join(folder, 'document');
  writeFileSync(file, bytes);
  return requireDocument(file).then(
    ({ extension }) => extension,
    () => 'refused',
  );
}

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (kind: string, mode = 'External', target = 'https://elsewhere.example/x') =>
  `<Relationships><Relationship Id="r1" Type="${TYPES}/${kind}" Target="${target}" ` +
  `TargetMode="${mode}"/></Relationships>`;
const withRelations = (text: string, encoding: BufferEncoding = 'utf8') =>
  buildDocx({ parts: [{ name: 'word/_rels/settings.xml.rels', bytes: Buffer.from(text, encoding) }] });

describe('A Word document', () => {
  it('may contain links and relations to its own parts', async () => {
    expect(await check(withRelations(relation('hyperlink')))).toBe('docx');
    expect(await check(withRelations(relation('attachedTemplate', 'Internal', 'template.xml')))).toBe('docx');
  });

  it.each([
    ['a template', relation('attachedTemplate')],
    ['an object', relation('oleObject')],
    ['a template in other letters', relation('attachedTemplate', 'external')],
    ['a template behind character codes', relation('attachedTemplate', '&#69;xtern&#x61;l')],
    ['a template behind a sign', relation('attachedTemplate', 'External', 'https://elsewhere.example/>')],
    [
      'a template whose address is like a link',
      relation('attachedTemplate').replace('/x"', `/x&#34; Type=&#34;/hyperlink"`),
    ],
    [
      'a template in other quotes, whose address is like a link',
      relation('attachedTemplate').replace(/Target="([^"]*)"/, `Target='$1?Type="/hyperlink"'`),
    ],
  ])('is rejected if it fetches %s from elsewhere', async (_name, text) => {
    expect(await check(withRelations(text))).toBe('refused');
  });

  it.each(['<Relationship <a/>', '<Relationship Id="<a/>"/>', "<Relationship Id='<a/>'/>"])(
    'is rejected if a tag begins within that of a relation: %s',
    async (tag) => {
      // Otherwise the search for the end of each of many unfinished tags would go through the whole text.
      expect(await check(withRelations(`<Relationships>${tag}</Relationships>`))).toBe('refused');
    },
  );

  it('is rejected if it has more relations than any document, even if each part is small', async () => {
    const bytes = Buffer.from(`<Relationships>${' '.repeat(400_000)}</Relationships>`);
    const build = (count: number) =>
      buildDocx({ parts: Array.from({ length: count }, (_, at) => ({ name: `word/_rels/${at}.rels`, bytes })) });
    expect(await check(build(4))).toBe('docx');
    expect(await check(build(6))).toBe('refused');
  });

  it('is rejected if its relations are in another encoding', async () => {
    expect(await check(withRelations(relation('attachedTemplate'), 'utf16le'))).toBe('refused');
  });

  it.each([1, 2_000_000, 90_000_000])('is rejected if a part of a megabyte claims %d bytes', async (claimedBytes) => {
    const parts = [{ name: 'word/media/image1.bmp', bytes: Buffer.alloc(1_000_000), claimedBytes }];
    expect(await check(buildDocx({ parts }))).toBe('refused');
    expect(
      await check(buildDocx({ parts: [{ ...parts[0], claimedBytes: 1_000_000 } as (typeof parts)[number]] })),
    ).toBe('docx');
  });

  it('is rejected if it would unpack to more than 100 MB', async () => {
    const bytes = Buffer.alloc(60_000_000);
    const parts = ['a', 'b'].map((name) => ({ name: `word/media/${name}.bmp`, bytes }));
    expect(await check(buildDocx({ parts }))).toBe('refused');
  });
});

describe('The name of a document', () => {
  it('is truncated before it is cleaned', () => {
    expect(toFileName(`${'a\u0315\u0300'.repeat(20_000)}.pdf`, 'pdf').length).toBeLessThan(200);
  });
});
