import { hashtagSlug } from '@afterhours/contract/hashtags';
import { newId } from '#db/id.ts';
import type { Db } from '#db/pool.ts';

/** Makes the tags exist and returns their ids. Always in the order of the slugs, so that two posts at once don't deadlock. */
export async function ensureHashtags(db: Db, titles: readonly string[]): Promise<string[]> {
  if (titles.length === 0) return [];
  const rows = titles
    .map((title) => ({ id: newId(), title, slug: hashtagSlug(title) }))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));
  await db
    .insertInto('hashtags')
    .values(rows)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  const held = await db
    .selectFrom('hashtags')
    .select('id')
    .where(
      'slug',
      'in',
      rows.map((row) => row.slug),
    )
    .orderBy('slug')
    .execute();
  return held.map((row) => row.id);
}

/** Makes the post carry exactly these tags. */
export async function replacePostHashtags(db: Db, postId: string, hashtagIds: readonly string[]): Promise<void> {
  let stale = db.deleteFrom('post_hashtags').where('post_id', '=', postId);
  if (hashtagIds.length > 0) stale = stale.where('hashtag_id', 'not in', hashtagIds);
  await stale.execute();
  if (hashtagIds.length === 0) return;
  await db
    .insertInto('post_hashtags')
    .values(hashtagIds.map((hashtagId) => ({ hashtag_id: hashtagId, post_id: postId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
