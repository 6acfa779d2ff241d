/** Documents for tests, built in code: PDF, and Word in both container formats. */
import { crc32, deflateRawSync } from 'node:zlib';

export const buildPdf = (text = 'Hello'): Buffer =>
  Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`);

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
export const MACRO_WORD = 'application/vnd.ms-word.document.macroEnabled.main+xml';

type Part = { name: string; bytes: Buffer; claimedBytes?: number };

function zipPart({ name, bytes, claimedBytes = bytes.length }: Part, offset: number) {
  const packed = deflateRawSync(bytes);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(claimedBytes, 18);
  head.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), packed]);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), head, tail, Buffer.from(name)]);
  return { local, central };
}

/** Returns a ZIP file of these parts, deflated. */
export function buildZip(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const { local, central } = zipPart(part, offset);
    locals.push(local);
    centrals.push(central);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}

/** Returns a Word document with additional parts, or another main type. */
export function buildDocx(more: { parts?: Part[]; type?: string; typesBytes?: number } = {}): Buffer {
  const types = `<Types><Override PartName="/word/document.xml" ContentType="${more.type ?? WORD}"/></Types>`;
  return buildZip([
    { name: '[Content_Types].xml', bytes: Buffer.from(types.padEnd(more.typesBytes ?? 0)) },
    { name: 'word/document.xml', bytes: Buffer.from('<w:document/>') },
    ...(more.parts ?? []),
  ]);
}

const SECTOR = 512;
const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;

function oleEntry(name: string, kind: number, start: number, bytes: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE(name.length * 2 + 2, 64);
  entry[66] = kind;
  entry.writeUInt32LE(start >>> 0, 116);
  entry.writeUInt32LE(bytes, 120);
  return entry;
}

/**
 * Returns an OLE file: the table is in sector 0, the directory in sector 1, followed by a stream of 4,096 bytes.
 * `storages` are additional entries.
 */
export function buildDoc(more: { storages?: string[]; stream?: string; format?: number; loop?: boolean } = {}): Buffer {
  const header = Buffer.alloc(SECTOR, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 76);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4_096, 56);
  header.writeUInt32LE(END_OF_CHAIN, 60);
  header.writeUInt32LE(END_OF_CHAIN, 68);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(SECTOR, 0xff);
  const chain = [0xfffffffd, more.loop ? 1 : END_OF_CHAIN, 3, 4, 5, 6, 7, 8, 9, END_OF_CHAIN];
  for (const [place, next] of chain.entries()) table.writeUInt32LE(next >>> 0, place * 4);
  const entries = [
    oleEntry('Root Entry', 5, END_OF_CHAIN, 0),
    oleEntry(more.stream ?? 'WordDocument', 2, 2, 4_096),
    ...(more.storages ?? []).slice(0, 2).map((name) => oleEntry(name, 1, FREE, 0)),
  ];
  const directory = Buffer.concat([...entries, Buffer.alloc(SECTOR)]).subarray(0, SECTOR);
  const stream = Buffer.alloc(4_096);
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(more.format ?? 0xc1, 2);
  return Buffer.concat([header, table, directory, stream]);
}
