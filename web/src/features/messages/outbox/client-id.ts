let last = 0;

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');

/** Returns a UUIDv7: ids sort by the time they were created, and in order within the same millisecond. */
export function makeClientId(): string {
  // Never earlier than the last id, even if the clock goes back.
  last = Math.max(Date.now(), last + 1);
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = crypto.getRandomValues(new Uint16Array(5));
  const time = hex(last, 12);
  const tail = hex(c, 4) + hex(d, 4) + hex(e, 4);
  const version = hex(0x7000 | (a & 0x0fff), 4);
  const variant = hex(0x8000 | (b & 0x3fff), 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${tail}`;
}
