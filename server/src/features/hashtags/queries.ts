import { hashtagSlug, UNUSED_HASHTAG_DAYS } from '@afterhours/contract/posts/hashtags';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import type { HashtagRow } from './views.ts';

/** Adds a tag unless the slug exists. Returns the new or existing tag, and whether it is new. */
export async function upsertHashtag(db: Db, title: string): Promise<{ row: HashtagRow; created: boolean }> {
  const slug = hashtagSlug(title);
  const row = await db
    .insertInto('hashtags')
    .values({ id: newId(), title, slug })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ slug }))
    .returning(['id', 'title', 'slug', 'posts_count', sql<boolean>`xmax = 0`.as('created')])
    .executeTakeFirstOrThrow();
  return { row, created: row.created };
}

const DELETED_AT_ONCE = 1_000;

/** Deletes the hashtags that no post uses and that were created a while ago. */
export async function deleteUnused(db: Db): Promise<void> {
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
    const { rows } = await sql`
      DELETE FROM hashtags WHERE id IN (SELECT id FROM hashtags
        WHERE posts_count = 0 AND created_at < now() - ${UNUSED_HASHTAG_DAYS}::integer * interval '1 day'
        LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED) RETURNING 1`.execute(db);
    deleted = rows.length;
  }
}

export const HASHTAGS_LIST = 'hashtags';
export const hashtagKey = (row: HashtagRow): CursorKey => [row.posts_count, row.slug];

/** Returns one page, and one row more, of tags, most used first; with a prefix, only tags whose slug starts with it. */
export async function selectHashtags(db: Db, prefix: string, start: PageStart): Promise<HashtagRow[]> {
  const pattern = `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
  const narrowed = prefix === '' ? sql`TRUE` : sql`slug LIKE ${pattern}`;
  // The count descends while the slug ascends, which a row value cannot express.
  const after = start.after
    ? sql`posts_count <= ${start.after[0]}::integer
        AND (posts_count < ${start.after[0]}::integer OR slug > ${start.after[1]}::text)`
    : sql`TRUE`;
  const { rows } = await sql<HashtagRow>`
    SELECT id, title, slug, posts_count FROM hashtags WHERE ${narrowed} AND ${after}
    ORDER BY posts_count DESC, slug LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}
