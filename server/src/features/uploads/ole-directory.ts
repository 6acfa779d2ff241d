/**
 * Reads the directory of an OLE compound file (such as Word's .doc) as described in Microsoft's [MS-CFB]. Sectors are
 * chained by an allocation table, whose own sectors are listed in the header. No chain is followed for more sectors
 * than the file has.
 */
type OleEntry = { name: string; kind: 'storage' | 'stream' | 'root'; start: number; bytes: number };

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER_BYTES = 512;
const HEADER_TABLES = 109;
const ENTRY_BYTES = 128;
const LAST = 0xfffffffa;
const kinds: Record<number, OleEntry['kind']> = { 1: 'storage', 2: 'stream', 5: 'root' };

type OleFile = { sectorBytes: number; entries: OleEntry[]; sectorAt(sector: number): Buffer };

const word = (buffer: Buffer, index: number): number => buffer.readUInt32LE(index * 4);

/** Reads the directory; returns null if the file is not a compound file, or is damaged. */
export function readOleDirectory(file: Buffer): OleFile | null {
  if (file.length < HEADER_BYTES || !file.subarray(0, 8).equals(SIGNATURE)) return null;
  const shift = file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  try {
    return readSectors(file, 1 << shift);
  } catch (error) {
    // An offset outside the file means that it is damaged or forged.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readSectors(file: Buffer, sectorBytes: number): OleFile {
  const maxSectors = Math.ceil(file.length / sectorBytes);
  const perSector = sectorBytes / 4;
  const sectorAt = (sector: number): Buffer => {
    const start = (sector + 1) * sectorBytes;
    if (sector >= LAST || start + sectorBytes > file.length) throw new RangeError('outside the file');
    return file.subarray(start, start + sectorBytes);
  };
  const tables = listTables(file, sectorAt, { maxSectors, perSector });
  const nextOf = (sector: number): number => {
    const table = tables[Math.floor(sector / perSector)];
    if (table === undefined) throw new RangeError('outside the table');
    return word(sectorAt(table), sector % perSector);
  };
  const entries: OleEntry[] = [];
  let sector = file.readUInt32LE(48);
  for (let read = 0; sector < LAST; read++) {
    if (read > maxSectors) throw new RangeError('a chain without end');
    entries.push(...readEntries(sectorAt(sector)));
    sector = nextOf(sector);
  }
  return { sectorBytes, entries, sectorAt };
}

/** Returns the sectors of the allocation table: the header lists the first 109, and further sectors list the others. */
function listTables(
  file: Buffer,
  sectorAt: (sector: number) => Buffer,
  { maxSectors, perSector }: { maxSectors: number; perSector: number },
): number[] {
  const tables = Array.from({ length: HEADER_TABLES }, (_, index) => file.readUInt32LE(76 + index * 4));
  let more = file.readUInt32LE(68);
  for (let read = 0; more < LAST; read++) {
    if (read > maxSectors) throw new RangeError('a chain without end');
    const sector = sectorAt(more);
    for (let index = 0; index < perSector - 1; index++) tables.push(word(sector, index));
    more = word(sector, perSector - 1);
  }
  return tables.filter((sector) => sector < LAST);
}

function readEntries(sector: Buffer): OleEntry[] {
  const entries: OleEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= sector.length; at += ENTRY_BYTES) {
    const kind = kinds[sector[at + 66] ?? 0];
    if (!kind) continue;
    const nameBytes = Math.min(64, Math.max(0, sector.readUInt16LE(at + 64) - 2));
    const name = sector.toString('utf16le', at, at + nameBytes);
    entries.push({ name, kind, start: sector.readUInt32LE(at + 116), bytes: sector.readUInt32LE(at + 120) });
  }
  return entries;
}
