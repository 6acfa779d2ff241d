/**
 * Determines the type of a document by its content alone: PDF or Word (.docx, .doc), without macros. Its name and the
 * browser's type are ignored, and only a small directory is unpacked.
 */
import { readFile } from 'node:fs/promises';
import { cleanText } from '@afterhours/contract/constants/fields';
import { messageMessages } from '@afterhours/contract/constants/messages';
import { AppError } from '#http/errors/errors.ts';
import { readOleDirectory } from './ole-directory.ts';
import { hasStatedSize, readZipDirectory, readZipText, type ZipEntry } from './zip-directory.ts';

export type DocumentKind = { extension: 'pdf' | 'doc' | 'docx'; contentType: string };

const TYPES_NAME = '[content_types].xml';
const MAX_TYPES_BYTES = 512 * 1024;
/** The maximum unpacked size of all of a document's parts. */
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024;
const MAIN_PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const MACRO_PART = /vbaproject|vbadata|macrosheet|(^|\/)activex\//i;
const MACRO_TYPE = /macroenabled|vbaproject|vbadata|activex/i;

/** The maximum size of all the parts with relationships. */
const MAX_RELATIONS_BYTES = 2 * 1024 * 1024;
/**
 * The tag of a relationship. XML allows no `<` in a tag: otherwise, the search for its end would go through the whole
 * text from the beginning of each unfinished tag.
 */
const RELATIONSHIP = /<(?:[\w.-]+:)?Relationship\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;
const RELATIONSHIP_START = /<(?:[\w.-]+:)?Relationship\b/g;
const ATTRIBUTE_VALUE = /=\s*(?:"([^"]*)"|'([^']*)')/g;

const decode = (value: string): string =>
  value.replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (_whole, code: string) =>
    String.fromCharCode(Number(code.toLowerCase().startsWith('x') ? `0${code}` : code)),
  );

/** Returns a tag's attributes in lower case. */
function readAttributes(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let end = 0;
  for (const match of tag.matchAll(ATTRIBUTE_VALUE)) {
    const name = tag.slice(end, match.index).trim().split(/\s/).at(-1) ?? '';
    attributes.set(name.toLowerCase(), decode(match[1] ?? match[2] ?? '').toLowerCase());
    end = match.index + match[0].length;
  }
  return attributes;
}

/** A link leads outside by a click, but everything else from outside is fetched when the document is opened. */
function isFetched(tag: string): boolean {
  const attributes = readAttributes(tag);
  const isOutside = attributes.get('targetmode')?.trim() === 'external';
  return isOutside && attributes.get('type')?.endsWith('/hyperlink') !== true;
}

function reachesOutside(text: string): boolean {
  const tags = text.match(RELATIONSHIP) ?? [];
  // An unfinished tag could hide anything.
  return tags.length !== (text.match(RELATIONSHIP_START) ?? []).length || tags.some(isFetched);
}

function areRelationsInside(file: Buffer, entries: readonly ZipEntry[]): boolean {
  const parts = entries.filter(({ name }) => /\.rels$/i.test(name));
  if (parts.reduce((sum, part) => sum + part.bytes, 0) > MAX_RELATIONS_BYTES) return false;
  return parts.every((part) => {
    const text = readZipText(file, part, MAX_TYPES_BYTES);
    // A part that is not UTF-8 could hide anything.
    return text?.includes('Relationships') === true && !reachesOutside(text);
  });
}

async function areSizesTrue(file: Buffer, entries: readonly ZipEntry[]): Promise<boolean> {
  // Entries that share their bytes could unpack to more than the directory states.
  if (entries.reduce((sum, entry) => sum + entry.packedBytes, 0) > file.length) return false;
  for (const entry of entries) if (!(await hasStatedSize(file, entry))) return false;
  return true;
}

async function isDocx(file: Buffer): Promise<boolean> {
  const entries = readZipDirectory(file);
  if (!entries || entries.reduce((sum, entry) => sum + entry.bytes, 0) > MAX_UNPACKED_BYTES) return false;
  if (entries.some((entry) => MACRO_PART.test(entry.name))) return false;
  const types = entries.find((entry) => entry.name.toLowerCase() === TYPES_NAME);
  const text = types ? readZipText(file, types, MAX_TYPES_BYTES) : null;
  if (text?.includes(MAIN_PART) !== true || MACRO_TYPE.test(text)) return false;
  // The sizes come first: they limit how much is read of the relationships.
  return (await areSizesTrue(file, entries)) && areRelationsInside(file, entries);
}

const MACRO_STORAGES = new Set(['macros', 'vba', '_vba_project', '_vba_project_cur']);
const WORD_MARK = 0xa5ec;
/** The format version of Word 97. Macros in earlier formats do not appear in any directory. */
const WORD_97 = 0xc1;
const SMALL_STREAM_BYTES = 4_096;

function isDoc(file: Buffer): boolean {
  const ole = readOleDirectory(file);
  if (!ole || ole.entries.some((entry) => MACRO_STORAGES.has(entry.name.toLowerCase()))) return false;
  const main = ole.entries.find((entry) => entry.kind === 'stream' && entry.name === 'WordDocument');
  if (!main || main.bytes < SMALL_STREAM_BYTES || (main.start + 2) * ole.sectorBytes > file.length) return false;
  const head = ole.sectorAt(main.start);
  return head.readUInt16LE(0) === WORD_MARK && head.readUInt16LE(2) >= WORD_97;
}

const isPdf = (file: Buffer): boolean =>
  file.subarray(0, 5).toString('latin1') === '%PDF-' && file.subarray(-2_048).includes('%%EOF');

const kinds: { is: (file: Buffer) => boolean | Promise<boolean>; kind: DocumentKind }[] = [
  { is: isPdf, kind: { extension: 'pdf', contentType: 'application/pdf' } },
  {
    is: isDocx,
    kind: {
      extension: 'docx',
      contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    },
  },
  { is: isDoc, kind: { extension: 'doc', contentType: 'application/msword' } },
];

/** Returns the type of a document of at most 20 MB; throws a 415 for anything else. */
export async function requireDocument(path: string): Promise<DocumentKind> {
  const file = await readFile(path);
  for (const { is, kind } of kinds) if (await is(file)) return kind;
  throw new AppError(415, messageMessages.notADocument);
}

const MAX_NAME = 150;

/** Returns the file's own name without unsafe characters, with the extension that its content requires. */
export function toFileName(original: string, extension: string): string {
  // Browsers percent-encode these three characters in a form.
  const clean = cleanText(original.slice(-4 * MAX_NAME).replace(/%(22|0d|0a)/gi, '_')).replace(
    /[\\/:*?"<>|\n\t]+/g,
    '_',
  );
  const base = clean.replace(/\.(pdf|docx?|jpe?g|png|webp|gif|avif|tiff?)$/i, '').replace(/^\.+/, '');
  return `${base.slice(0, MAX_NAME).toWellFormed().trim() || 'file'}.${extension}`;
}
