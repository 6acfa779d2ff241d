/** The lists of posts with a tag and of webinars, each with its statement. */
import type { WebinarTime } from '@afterhours/contract/browse';
import { sql } from 'kysely';
import { postListed } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '#db/statements/id.ts';
import { anyValue, prepareForViewer } from '#db/statements/prepared.ts';
import { startId } from '#features/feed/loaders.ts';
import type { IdRow, PostList } from '#features/posts/loaders.ts';

type Tagged = { slug: string; before: string; limit: number; offset: number };

const selectTagged = prepareForViewer<Tagged, IdRow>(
  'tag-posts',
  ({ slug, before, limit, offset }, viewerId) => sql<IdRow>`
  SELECT p.id, json_build_array(p.id) AS key
  FROM post_hashtags tagged JOIN posts p ON p.id = tagged.post_id
  WHERE tagged.hashtag_id = (SELECT id FROM hashtags WHERE slug = ${slug}) AND tagged.post_id < ${before}::uuid
    AND p.closed_at IS NULL AND ${postListed(viewerId)}
  ORDER BY tagged.post_id DESC LIMIT ${anyValue(sql`${limit}::integer`)} OFFSET ${offset}::integer`,
);

/** The posts with a tag, newest first. */
export const tagList = (db: Db, viewerId: string | null, slug: string): PostList => ({
  name: 'tag',
  shape: ['id'],
  select(start) {
    const { limit, offset } = start;
    return selectTagged(db, viewerId, { slug, before: startId(start), limit: limit + 1, offset });
  },
});

const BEGINS = sql`coalesce(p.starts_at, 'infinity'::timestamptz)`;
/** Stands for an unknown time. It is later than all times that a webinar can have, and exact as a JSON number. */
const NO_TIME = 9e17;

/** Limits the key to what the database can add to a time, because a cursor of another list may contain any number. */
const toMicroseconds = (part: string | number | undefined): number =>
  Math.min(NO_TIME, Math.max(0, Math.round(Number(part))));

type Timed = { micros: number; after: string; limit: number; offset: number };

const webinarKey = sql`json_build_array(
  CASE WHEN p.starts_at IS NULL THEN ${sql.lit(NO_TIME)} ELSE extract(epoch FROM p.starts_at) * 1000000 END, p.id)`;
const moment = (micros: number) => sql`(CASE WHEN ${micros}::float8 >= ${sql.lit(NO_TIME)} THEN 'infinity'::timestamptz
  ELSE 'epoch'::timestamptz + ${micros}::float8 * interval '1 microsecond' END)`;

const selectUpcoming = prepareForViewer<Timed, IdRow>(
  'webinars-upcoming',
  ({ micros, after, limit, offset }, viewerId) => sql<IdRow>`
  SELECT p.id, ${webinarKey} AS key FROM posts p
  WHERE p.post_type = 'webinar' AND ${BEGINS} > now() AND (${BEGINS}, p.id) > (${moment(micros)}, ${after}::uuid)
    AND ${postListed(viewerId)}
  ORDER BY ${BEGINS}, p.id LIMIT ${anyValue(sql`${limit}::integer`)} OFFSET ${offset}::integer`,
);

const selectPast = prepareForViewer<Timed, IdRow>(
  'webinars-past',
  ({ micros, after, limit, offset }, viewerId) => sql<IdRow>`
  SELECT p.id, ${webinarKey} AS key FROM posts p
  WHERE p.post_type = 'webinar' AND ${BEGINS} <= now() AND (${BEGINS}, p.id) < (${moment(micros)}, ${after}::uuid)
    AND ${postListed(viewerId)}
  ORDER BY ${BEGINS} DESC, p.id DESC LIMIT ${anyValue(sql`${limit}::integer`)} OFFSET ${offset}::integer`,
);

/** The upcoming webinars, soonest first, or the past ones, latest first. Keys: microseconds since 1970, and the id. */
export const webinarList = (db: Db, viewerId: string | null, when: WebinarTime): PostList => ({
  name: `webinars-${when}`,
  shape: ['score', 'id'],
  select({ after, limit, offset }) {
    const page = { limit: limit + 1, offset };
    const key = after && { micros: toMicroseconds(after[0]), after: String(after[1]) };
    return when === 'upcoming'
      ? selectUpcoming(db, viewerId, { ...page, ...(key ?? { micros: 0, after: BEFORE_ALL_IDS }) })
      : selectPast(db, viewerId, { ...page, ...(key ?? { micros: NO_TIME, after: AFTER_ALL_IDS }) });
  },
});
