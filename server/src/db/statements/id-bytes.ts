/** Ids as bytes, one after the other, as `string_agg(uuid_send(id), '')` returns them. */

/** The bytes of an id. */
export const ID_BYTES = 16;

/** Returns the id that begins at an index of `bytes`. */
export function idAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + ID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const bytesOfIds = (ids: readonly string[]): Buffer => Buffer.from(ids.join('').replaceAll('-', ''), 'hex');
