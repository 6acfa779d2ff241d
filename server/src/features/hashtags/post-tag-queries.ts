/** Queries that set the tags of several posts at once. */
import { hashtagSlug, POST_HASHTAGS_A_DAY } from '@afterhours/contract/posts/hashtags';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { anyValue, prepare, preparePipelined } from '#db/statements/prepared.ts';
import { takeWithinBudget } from '#http/gate/budget.ts';
import { DAY } from '#http/gate/rate-limit.ts';
import type { Services } from '#services.ts';

type Tagged = { postId: string; authorId: string; hashtags: readonly string[]; isNew: boolean };

const selectTags = prepare<{ slugs: string[] }, { id: string; slug: string; unused: boolean }>(
  'tags',
  ({ slugs }) =>
    sql<{
      id: string;
      slug: string;
      unused: boolean;
    }>`SELECT id, slug, posts_count = 0 AS unused FROM hashtags
      WHERE slug = ANY (${anyValue(sql`${slugs}::text[]`)}::text[])`,
);

/** Existing tags are locked, so that they are not deleted as unused before they are used. */
const insertTags = prepare<{ ids: string[]; titles: string[]; slugs: string[] }, { id: string; slug: string }>(
  'tags-insert',
  ({ ids, titles, slugs }) => sql<{ id: string; slug: string }>`
    INSERT INTO hashtags (id, title, slug) SELECT * FROM unnest(${ids}::uuid[], ${titles}::text[],
      ${slugs}::text[]) made(id, title, slug)
    ORDER BY slug ON CONFLICT (slug) DO UPDATE SET title = hashtags.title RETURNING id, slug`,
);

const newTags = { name: 'post-hashtags', limit: POST_HASHTAGS_A_DAY, seconds: DAY };

/**
 * Creates the missing tags, as far as their authors may create more today, and returns all ids by slug. Tags are
 * inserted in the order of the slugs, so that two concurrent posts do not deadlock.
 */
async function ensureHashtags(services: Pick<Services, 'config'>, db: Db, posts: readonly Tagged[]) {
  const wanted = new Map(
    posts.flatMap(({ authorId, hashtags }) =>
      hashtags.map((title) => [hashtagSlug(title), { title, userId: authorId }] as const),
    ),
  );
  const found = await selectTags(db, { slugs: [...wanted.keys()] });
  const ids = new Map(found.map(({ slug, id }) => [slug, id]));
  const missing = [...wanted].flatMap(([slug, tag]) => (ids.has(slug) ? [] : [{ slug, ...tag }]));
  const allowed = await takeWithinBudget(services, db, newTags, missing);
  const unused = found.flatMap(({ slug, unused }) =>
    unused ? [{ slug, title: wanted.get(slug)?.title ?? slug }] : [],
  );
  const inserted = [...allowed, ...unused];
  if (inserted.length === 0) return ids;
  const rows = await insertTags(db, {
    ids: inserted.map(() => newId()),
    titles: inserted.map(({ title }) => title),
    slugs: inserted.map(({ slug }) => slug),
  });
  for (const { slug, id } of rows) ids.set(slug, id);
  return ids;
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

/** Sets the exact tags of each post, without new ones beyond its author's limit. */
export async function setPostHashtags(
  services: Pick<Services, 'config'>,
  db: Db,
  posts: readonly Tagged[],
): Promise<void> {
  const isTagged = posts.some(({ hashtags }) => hashtags.length > 0);
  const ids = isTagged ? await ensureHashtags(services, db, posts) : new Map<string, string>();
  const links = posts.flatMap(({ postId, hashtags }) =>
    hashtags.flatMap((title) => {
      const hashtagId = ids.get(hashtagSlug(title));
      return hashtagId === undefined ? [] : [{ postId, hashtagId }];
    }),
  );
  const pairs = { postIds: links.map((link) => link.postId), hashtagIds: links.map((link) => link.hashtagId) };
  const changed = posts.filter((post) => !post.isNew).map((post) => post.postId);
  if (changed.length > 0) await deleteStale(db, { ...pairs, changed });
  if (links.length > 0) await insertLinks(db, pairs);
}
