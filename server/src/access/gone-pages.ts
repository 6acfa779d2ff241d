import { createHash } from 'node:crypto';
import type { Db } from '#db/connection/pool.ts';

/** Returns whether a public page at this path was deleted lately; what guests did not see was never there for them. */
export async function isGone(db: Db, path: string): Promise<boolean> {
  const hash = createHash('sha256').update(path).digest();
  const row = await db.selectFrom('gone_pages').select('gone_at').where('address_hash', '=', hash).executeTakeFirst();
  return row !== undefined;
}

/** Returns what a page without a subject is: gone, or not there. */
export const describeMissing = async (db: Db, path: string): Promise<'gone' | null> =>
  (await isGone(db, path)) ? 'gone' : null;
