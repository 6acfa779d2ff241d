/**
 * What a digest contains besides notifications: the most popular posts of the member's network, its upcoming webinars,
 * and new jobs that match the member. Each query scans a limited number of index rows.
 */
import { type Post, post } from '@afterhours/contract/posts/posts';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { postListed, postVisible } from '#access/visibility.ts';
import { firstIdAt } from '#db/statements/id.ts';
import { networkMemberIds } from '#features/feed/loaders.ts';
import { listPosts } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';

/** More than are shown, because some may be muted. */
const CANDIDATES = sql.lit(12);
const SHOWN = 3;
/** How many of each author's newest posts are compared. */
const OF_AUTHOR = sql.lit(5);
const MAX_SCANNED = sql.lit(500);
const MAX_SKILLS = sql.lit(50);
/** Shorter words of a profession occur in too many jobs. */
const SHORTEST_WORD = sql.lit(4);

/** SQL: whether the post `p` is by another member and has no label. */
const suits = (userId: string): RawBuilder<unknown> => sql`p.user_id <> ${userId}::uuid AND p.label IS NULL`;

type Row = { id: string };

/** The most popular posts of the network after `since` that the member has not liked. */
export const bestPosts = (userId: string, since: Date): RawBuilder<Row> => sql<Row>`
  SELECT best.id FROM (SELECT DISTINCT id FROM (${networkMemberIds(userId)}) network) author
  CROSS JOIN LATERAL (
    SELECT p.id, p.popularity FROM posts p
    WHERE p.user_id = author.id AND p.id >= ${firstIdAt(since)}::uuid AND p.post_type NOT IN ('webinar', 'job')
      AND ${suits(userId)} AND ${postVisible(userId)} AND NOT EXISTS (SELECT 1 FROM post_likes l
        WHERE l.post_id = p.id AND l.user_id = ${userId}::uuid)
    ORDER BY p.id DESC LIMIT ${OF_AUTHOR}
  ) best
  ORDER BY best.popularity DESC, best.id DESC LIMIT ${CANDIDATES}`;

const BEGINS = sql`coalesce(starts_at, 'infinity'::timestamptz)`;

/** The webinars of the network that begin between these times, soonest first. */
export const webinars = (userId: string, from: Date, to: Date): RawBuilder<Row> => sql<Row>`
  SELECT p.id FROM (
    SELECT * FROM posts WHERE post_type = 'webinar' AND ${BEGINS} > ${from} AND ${BEGINS} <= ${to}
      AND NOT EXISTS (SELECT FROM webinars w WHERE w.post_id = posts.id AND w.cancelled_at IS NOT NULL)
    ORDER BY ${BEGINS}, id LIMIT ${MAX_SCANNED}
  ) p
  WHERE p.user_id IN (${networkMemberIds(userId)}) AND ${suits(userId)} AND ${postVisible(userId)}
  ORDER BY p.starts_at, p.id LIMIT ${CANDIDATES}`;

/** SQL: the member's abilities as a text search query: skills as phrases, and the words of their profession. */
const abilities = (userId: string): RawBuilder<unknown> => sql`
  SELECT string_agg(terms.words::text, ' | ')::tsquery AS words FROM (
    (SELECT phraseto_tsquery('simple', s.title) AS words FROM skills s WHERE s.user_id = ${userId}::uuid
      LIMIT ${MAX_SKILLS})
    UNION
    SELECT plainto_tsquery('simple', word)
    FROM users u, unnest(tsvector_to_array(to_tsvector('simple', coalesce(u.profession, '')))) word
    -- Stop words such as "with" have no stem.
    WHERE u.id = ${userId}::uuid AND length(word) >= ${SHORTEST_WORD} AND ts_lexize('english_stem', word) <> '{}'
  ) terms WHERE numnode(terms.words) > 0`;

/** The newest open jobs after `since`, those that match most abilities first. */
export const jobs = (userId: string, since: Date): RawBuilder<Row> => sql<Row>`
  SELECT p.id FROM (
    SELECT * FROM posts WHERE post_type = 'job' AND closed_at IS NULL AND id >= ${firstIdAt(since)}::uuid
    ORDER BY id DESC LIMIT ${MAX_SCANNED}
  ) p, (${abilities(userId)}) able
  WHERE p.words @@ able.words AND ${suits(userId)} AND ${postListed(userId)} AND NOT EXISTS (
    SELECT 1 FROM job_applications a WHERE a.post_id = p.id AND a.user_id = ${userId}::uuid)
  ORDER BY ts_rank(p.words, able.words) DESC, p.id DESC LIMIT ${CANDIDATES}`;

const posts = z.array(post);

/** Loads the picked posts as the member sees them, without muted ones. */
async function load(services: Services, userId: string, picked: RawBuilder<Row>): Promise<Post[]> {
  const { rows } = await picked.execute(services.reads);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const json = await listPosts(services, userId, ids, { inFeed: true });
  return posts.parse(JSON.parse(json)).slice(0, SHOWN);
}

export type Picks = { posts: Post[]; webinars: Post[]; jobs: Post[] };

export const noPicks: Picks = { posts: [], webinars: [], jobs: [] };

/** Posts and jobs count as new after `since`; webinars begin between `now` and `until`. */
export async function loadPicks(
  services: Services,
  userId: string,
  { since, now, until }: { since: Date; now: Date; until: Date },
): Promise<Picks> {
  return {
    posts: await load(services, userId, bestPosts(userId, since)),
    webinars: await load(services, userId, webinars(userId, now, until)),
    jobs: await load(services, userId, jobs(userId, since)),
  };
}
