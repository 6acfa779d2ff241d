import { hash } from 'node:crypto';
import type { Db } from '#db/connection/pool.ts';

/**
 * Returns true if a public page at this path was deleted recently. Pages that guests could not see are never recorded.
 */
async function isGone(db: Db, path: string): Promise<boolean> {
  const addressHash = hash('sha256', path, 'buffer');
  const row = await db
    .selectFrom('gone_pages')
    .select('gone_at')
    .where('address_hash', '=', addressHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns why a page has no subject: 'gone' if it was deleted, null if it never existed. */
export const describeMissing = async (db: Db, path: string): Promise<'gone' | null> =>
  (await isGone(db, path)) ? 'gone' : null;
