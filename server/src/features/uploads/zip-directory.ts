/**
 * Reads the directory of a ZIP file, and one small entry of it, without unpacking anything else. Rejects a file that is
 * not a plain ZIP (64-bit sizes, several parts, encrypted entries, repeated names).
 */
import { createInflateRaw, inflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string;
  method: number;
  packedBytes: number;
  bytes: number;
  localOffset: number;
};

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const MAX_ENTRIES = 5_000;
const ENCRYPTED = 1;

function findEnd(file: Buffer): number {
  const last = file.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (file.readUInt32LE(at) === END && file.readUInt16LE(at + 20) === last - at) return at;
  }
  return -1;
}

function readEntry(file: Buffer, at: number): { entry: ZipEntry; next: number } | null {
  if (at + 46 > file.length || file.readUInt32LE(at) !== CENTRAL) return null;
  if ((file.readUInt16LE(at + 8) & ENCRYPTED) !== 0) return null;
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset));
  const nameEnd = at + 46 + (nameBytes ?? 0);
  if (nameEnd > file.length) return null;
  const entry = {
    name: file.toString('utf8', at + 46, nameEnd),
    method: file.readUInt16LE(at + 10),
    packedBytes: file.readUInt32LE(at + 20),
    bytes: file.readUInt32LE(at + 24),
    localOffset: file.readUInt32LE(at + 42),
  };
  return { entry, next: nameEnd + (extraBytes ?? 0) + (commentBytes ?? 0) };
}

/** Returns the entries of a ZIP file that starts at the first byte; null if it is not one. */
export function readZipDirectory(file: Buffer): ZipEntry[] | null {
  if (file.length < END_BYTES || file.readUInt32LE(0) !== LOCAL) return null;
  const end = findEnd(file);
  if (end < 0) return null;
  const count = file.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES || file.readUInt16LE(end + 8) !== count) return null;
  const entries: ZipEntry[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const read = readEntry(file, at);
    if (!read) return null;
    entries.push(read.entry);
    at = read.next;
  }
  const names = new Set(entries.map((entry) => entry.name.toLowerCase()));
  return names.size === entries.length ? entries : null;
}

/**
 * Returns the packed bytes of an entry; null if it does not start where the directory says, or extends beyond the file.
 */
function packedOf(file: Buffer, entry: ZipEntry): Buffer | null {
  const at = entry.localOffset;
  if (at + 30 > file.length || file.readUInt32LE(at) !== LOCAL) return null;
  const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  return start + entry.packedBytes > file.length ? null : file.subarray(start, start + entry.packedBytes);
}

/**
 * True if an entry unpacks to exactly the size in the directory. Stops unpacking as soon as it exceeds that size, and
 * keeps nothing.
 */
export async function hasStatedSize(file: Buffer, entry: ZipEntry): Promise<boolean> {
  const packed = packedOf(file, entry);
  if (packed === null) return false;
  if (entry.method === 0) return packed.length === entry.bytes;
  if (entry.method !== 8) return false;
  const inflate = createInflateRaw();
  inflate.end(packed);
  let bytes = 0;
  try {
    for await (const chunk of inflate) {
      bytes += (chunk as Buffer).length;
      if (bytes > entry.bytes) return false;
    }
  } catch {
    return false;
  }
  return bytes === entry.bytes;
}

/** Returns the text of an entry of at most `maxBytes`; null if it is larger or damaged. */
export function readZipText(file: Buffer, entry: ZipEntry, maxBytes: number): string | null {
  const packed = packedOf(file, entry);
  if (packed === null) return null;
  if (entry.method === 0) return packed.length <= maxBytes ? packed.toString('utf8') : null;
  if (entry.method !== 8) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes }).toString('utf8');
  } catch {
    return null;
  }
}
