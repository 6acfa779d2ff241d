import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { bytesOfIds, ID_BYTES, idAt } from '#db/statements/id-bytes.ts';
import { IdTable } from './id-table.ts';

const createIds = (count: number) => Array.from({ length: count }, (_, index) => (index % 2 ? newId() : randomUUID()));

test('ids are the same after they were bytes', () => {
  const ids = createIds(100);
  const bytes = bytesOfIds(ids);
  expect(ids.map((_, index) => idAt(bytes, index * ID_BYTES))).toEqual(ids);
});

test('an IdTable returns the number that was set last for each id, and -1 for others', () => {
  const ids = createIds(10_000);
  const bytes = bytesOfIds(ids);
  const table = new IdTable(ids.length);
  for (const index of [...ids.keys(), 100, 200, 300]) table.set(bytes, index * ID_BYTES, index);
  table.set(bytes, 7 * ID_BYTES, 12_345);
  const numbers = ids.map((_, index) => table.get(bytes, index * ID_BYTES));
  expect(numbers).toEqual(ids.map((_, index) => (index === 7 ? 12_345 : index)));
  const others = bytesOfIds(createIds(1_000));
  expect(Array.from({ length: 1_000 }, (_, index) => table.get(others, index * ID_BYTES))).toEqual(
    Array(1_000).fill(-1),
  );
});

test('an IdTable tells ids apart that differ in one byte of their second half', () => {
  const bytes = bytesOfIds([newId()]);
  const table = new IdTable(1);
  table.set(bytes, 0, 7);
  expect(table.get(bytes, 0)).toBe(7);
  for (let at = ID_BYTES / 2; at < ID_BYTES; at++) {
    const other = Buffer.from(bytes);
    other.writeUInt8(other.readUInt8(at) ^ 1, at);
    expect(table.get(other, 0), `byte ${at}`).toBe(-1);
  }
});

test('an IdTable without ids finds none', () => {
  expect(new IdTable(0).get(bytesOfIds([newId()]), 0)).toBe(-1);
});
