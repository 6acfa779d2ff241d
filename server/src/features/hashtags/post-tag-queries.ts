/** Queries that set the tags of several posts at once. */
import { hashtagSlug } from '@afterhours/contract/hashtags';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { anyValue, prepare, preparePipelined } from '#db/statements/prepared.ts';

type Tagged = { postId: string; hashtags: readonly string[]; isNew: boolean };

const selectTags = prepare<{ slugs: string[] }, { id: string; slug: string }>(
  'tags',
  ({ slugs }) =>
    sql<{
      id: string;
      slug: string;
    }>`SELECT id, slug FROM hashtags WHERE slug = ANY (${anyValue(sql`${slugs}::text[]`)}::text[])`,
);

const insertTags = preparePipelined<{ ids: string[]; titles: string[]; slugs: string[] }>(
  'tags-insert',
  ({ ids, titles, slugs }) => sql`
    INSERT INTO hashtags (id, title, slug) SELECT * FROM unnest(${ids}::uuid[], ${titles}::text[],
      ${slugs}::text[]) made(id, title, slug)
    ORDER BY slug ON CONFLICT (slug) DO NOTHING`,
);

/**
 * Creates the missing tags and returns all ids by slug. Tags are inserted in the order of the slugs, so that two
 * concurrent posts do not deadlock.
 */
async function ensureHashtags(db: Db, titles: readonly string[]): Promise<Map<string, string>> {
  const bySlug = new Map(titles.map((title) => [hashtagSlug(title), title]));
  const slugs = [...bySlug.keys()];
  const find = async () => new Map((await selectTags(db, { slugs })).map((row) => [row.slug, row.id]));
  const existing = await find();
  const missing = slugs.filter((slug) => !existing.has(slug));
  if (missing.length === 0) return existing;
  await insertTags(db, {
    ids: missing.map(() => newId()),
    titles: missing.map((slug) => bySlug.get(slug) ?? slug),
    slugs: missing,
  });
  return find();
}

type Links = { postIds: string[]; hashtagIds: string[] };

const deleteStale = preparePipelined<Links & { changed: string[] }>(
  'post-tags-delete',
  ({ changed, postIds, hashtagIds }) => sql`
    DELETE FROM post_hashtags existing WHERE existing.post_id = ANY (${changed}::uuid[])
      AND NOT EXISTS (SELECT 1 FROM unnest(${postIds}::uuid[], ${hashtagIds}::uuid[]) kept(post_id, hashtag_id)
        WHERE kept.post_id = existing.post_id AND kept.hashtag_id = existing.hashtag_id)`,
);

/** The posts' counts in `hashtags` change with these rows, so the tags are locked in one order, too. */
const insertLinks = preparePipelined<Links>(
  'post-tags-insert',
  ({ postIds, hashtagIds }) => sql`
    WITH taken AS MATERIALIZED (
      SELECT id FROM hashtags WHERE id = ANY (${anyValue(sql`${hashtagIds}::uuid[]`)}::uuid[]) ORDER BY id
        FOR NO KEY UPDATE
    )
    INSERT INTO post_hashtags (post_id, hashtag_id)
    SELECT made.post_id, taken.id FROM unnest(${postIds}::uuid[], ${hashtagIds}::uuid[]) made(post_id, hashtag_id)
    JOIN taken ON taken.id = made.hashtag_id ON CONFLICT DO NOTHING`,
);

/** Sets the exact tags of each post. */
export async function setPostHashtags(db: Db, posts: readonly Tagged[]): Promise<void> {
  const titles = posts.flatMap((post) => post.hashtags);
  const ids = titles.length > 0 ? await ensureHashtags(db, titles) : new Map<string, string>();
  const links = posts.flatMap(({ postId, hashtags }) =>
    hashtags.map((title) => ({ postId, hashtagId: ids.get(hashtagSlug(title)) ?? '' })),
  );
  const pairs = { postIds: links.map((link) => link.postId), hashtagIds: links.map((link) => link.hashtagId) };
  const changed = posts.filter((post) => !post.isNew).map((post) => post.postId);
  if (changed.length > 0) await deleteStale(db, { ...pairs, changed });
  if (links.length > 0) await insertLinks(db, pairs);
}
