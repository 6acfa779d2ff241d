import { hash } from 'node:crypto';
import type { Db } from '#db/connection/pool.ts';

/**
 * Returns why a page has no subject: 'gone' if it was deleted recently, null if it never existed. Pages that guests
 * could not see are never recorded.
 */
export async function describeMissing(db: Db, path: string): Promise<'gone' | null> {
  const row = await db
    .selectFrom('gone_pages')
    .select('gone_at')
    .where('address_hash', '=', hash('sha256', path, 'buffer'))
    .executeTakeFirst();
  return row ? 'gone' : null;
}
