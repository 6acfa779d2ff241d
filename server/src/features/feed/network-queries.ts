/**
 * The newest posts of the members that someone follows or is connected with, and their own. For a page, the database
 * returns the members of the network and their posts of the last minute; the older posts of these members are in
 * memory (`recent-posts.ts`). If the page takes more than these, or has filters or a number, each author's posts are
 * looked up.
 */
import { sql } from 'kysely';
import { seesSharedPosts } from '#access/sees-less.ts';
import type { Db } from '#db/connection/pool.ts';
import { BEFORE_ALL_IDS } from '#db/statements/id.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import { loadSharedPosts, type PostList } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { type FeedFilters, isUnfiltered, listedOfNetwork, networkMemberIds, noFilters } from './filters.ts';
import { orders, startId } from './orders.ts';
import { newestOf, recentPosts } from './recent-posts.ts';

/** Posts to spare, because the viewer may not see a few of them. */
const SPARE = 10;

type Page = { viewerId: string; before: string; limit: number };

type Network = { members: Buffer; seesShared: boolean; posts: string[] };

/**
 * Returns the ids of a network's members, whether the viewer sees all posts that members share, and the
 * network's posts from an id on.
 */
const selectNetwork = prepare<{ viewerId: string; from: string; before: string; limit: number }, Network>(
  'network',
  ({ viewerId, from, before, limit }) => {
    const isBetween = sql`id >= ${anyValue(sql`${from}::uuid`)} AND id < ${anyValue(sql`${before}::uuid`)}`;
    return sql<Network>`
      SELECT (SELECT string_agg(uuid_send(id), '') FROM (${networkMemberIds(viewerId)}) network) AS members,
        ${seesSharedPosts(sql`${viewerId}::uuid`)} AS "seesShared",
        ARRAY(
          SELECT p.id FROM (SELECT id, user_id FROM posts WHERE ${isBetween} ORDER BY id DESC) p
          -- As an expression the network is one hash table, and the scan ends with the page.
          WHERE coalesce(p.user_id IN (${networkMemberIds(viewerId)}), FALSE)
          ORDER BY p.id DESC LIMIT ${anyValue(sql`${limit}::integer`)}
        ) AS posts`;
  },
);

const selectListed = prepare<{ viewerId: string; ids: string }, { id: string }>(
  'network-listed',
  ({ viewerId, ids }) => sql<{ id: string }>`SELECT p.id FROM posts p
    WHERE p.id = ANY (${anyValue(sql`${ids}::uuid[]`)}::uuid[]) AND ${listedOfNetwork(noFilters, viewerId)}
    ORDER BY p.id DESC`,
);

/**
 * Whether the viewer's list contains these posts, as far as that is known without a statement: the viewer sees all
 * posts that members share, and these are such posts, and not closed jobs. The posts of a page are needed anyway, so
 * they are loaded now, which saves a statement, a quarter of the rate of a small community.
 */
async function areListed(services: Services, ids: readonly string[], { seesShared }: Network): Promise<boolean> {
  if (!seesShared) return false;
  const posts = await loadSharedPosts(services, ids);
  return posts.size === ids.length && [...posts.values()].every(({ job }) => job?.state !== 'closed');
}

/** Returns the page by the posts in memory, or null if it takes more than these. */
async function findRecent(services: Services, { viewerId, before, limit }: Page): Promise<string[] | null> {
  const recent = recentPosts(services);
  if (!recent) return null;
  const most = limit + SPARE;
  const [network] = await selectNetwork(services.reads, { viewerId, before, from: recent.before, limit: most });
  if (!network) return null;
  const ids = [...network.posts, ...newestOf(recent, network.members, before, most - network.posts.length)];
  let page = ids.slice(0, limit);
  if (!(await areListed(services, page, network))) {
    const listed = await selectListed(services.reads, { viewerId, ids: `{${ids.join()}}` });
    page = listed.slice(0, limit).map(({ id }) => id);
  }
  const isEnd = recent.isWhole && ids.length < most;
  return page.length === limit || isEnd ? page : null;
}

/**
 * Returns the page by looking up each author's newest post that the viewer's list contains. It comes from the authors
 * with the newest ones, as many as it has rows, and contains nothing older than the last of these.
 */
async function selectByAuthor(db: Db, { viewerId, before, limit }: Page, filters: FeedFilters): Promise<string[]> {
  const isOnPage = sql`p.id < ${before}::uuid AND ${listedOfNetwork(filters, viewerId)}`;
  const { rows } = await sql<{ id: string }>`
    WITH newest AS MATERIALIZED (
      SELECT author.id AS author, post.id AS post
      FROM (SELECT DISTINCT id FROM (${networkMemberIds(viewerId)}) network) author
      CROSS JOIN LATERAL (
        SELECT p.id FROM posts p WHERE p.user_id = author.id AND ${isOnPage} ORDER BY p.id DESC LIMIT 1
      ) post
      ORDER BY post.id DESC LIMIT ${limit}
    )
    SELECT p.id FROM newest JOIN posts p ON p.user_id = newest.author
      -- With fewer authors than rows, all of their posts.
      AND p.id >= coalesce((SELECT post FROM newest ORDER BY post DESC OFFSET ${limit} - 1), ${BEFORE_ALL_IDS}::uuid)
    WHERE ${isOnPage} ORDER BY p.id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The posts of a member's network, newest first. */
export const networkList = (services: Services, viewerId: string, filters: FeedFilters): PostList => ({
  ...orders.latest,
  async select(start) {
    const { offset, limit } = start;
    const page = { viewerId, before: startId(start), limit: offset + limit + 1 };
    const recent = offset === 0 && isUnfiltered(filters) ? await findRecent(services, page) : null;
    const ids = recent ?? (await selectByAuthor(services.reads, page, filters));
    return ids.slice(offset).map((id) => ({ id, key: [id] }));
  },
});
