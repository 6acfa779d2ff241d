/** What a viewer has done with posts: likes, bookmarks, stars, applications, payments and seats. */
import type { MyApplication } from '@afterhours/contract/jobs/applications';
import { sql } from 'kysely';
import { feedMutes, type Muted } from '#access/mutes.ts';
import { seesLess } from '#access/sees-less.ts';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import type { PaidRow } from '../views.ts';
import type { SeatJson } from '../webinars/terms.ts';
import type { PostBase } from './post-base.ts';

/** What the viewer has not done is missing. */
type ViewerState = {
  liked?: true;
  bookmark?: { _id: string };
  /** Stars. */
  rating?: number;
  /** Its time is in the form that `toTime` parses. */
  application?: MyApplication;
  /** The current payment: the live one, or otherwise the latest. */
  payment?: PaidRow & { id: string };
  /** The live seat, or otherwise the latest. */
  seat?: SeatJson;
  /** The viewer's place on the waiting list, from 1. */
  place?: number;
};

/**
 * The viewer of a page, with the state loaded for its posts. Responses are shared between viewers without any
 * (`feed/shared-pages.ts`, `isSameForAll`): a new field has to be considered there.
 */
export type PageViewer = {
  id: string | null;
  /** By the id of a post, or of a comment with only `liked`; missing if the viewer has done nothing with it. */
  states: ReadonlyMap<string, ViewerState>;
  /** True if the viewer may see less of these posts than others do. */
  seesLess: boolean;
  /** The id of the viewer's newest post. */
  newestOwn: string | null;
  /** What the viewer has muted in their feeds; null if nothing. */
  muted: readonly Muted[] | null;
};

export const guest: PageViewer = { id: null, states: new Map(), seesLess: false, newestOwn: null, muted: null };

/** One JSON column, which costs the driver less than several columns; a list is null if it is empty. */
type StateJson = Omit<PageViewer, 'id' | 'states'> & { parts: [id: string, part: ViewerState][] | null };

/** Ids of posts and of comments as array literals, which the driver need not escape. */
type StateIds = Record<'viewerId' | 'ids' | 'commentIds', string>;

/** SQL: the position of row `w` on its waiting list, from 1. */
const placeOfMember = sql`(SELECT count(*) FROM webinar_waiting before
  WHERE before.post_id = w.post_id AND before.place <= w.place)`;

const selectViewer = prepare<StateIds, { state: StateJson }>('viewer-state', ({ viewerId, ids, commentIds }) => {
  const mine = sql`user_id = ${viewerId}::uuid AND post_id = ANY (${ids}::uuid[])`;
  return sql<{ state: StateJson }>`SELECT json_build_object(
    'parts', (SELECT json_agg(json_build_array(id, part)) FROM (
      SELECT post_id AS id, '{"liked":true}'::json AS part FROM post_likes WHERE ${mine}
      UNION ALL SELECT comment_id, '{"liked":true}' FROM comment_likes
        WHERE user_id = ${viewerId}::uuid AND comment_id = ANY (${commentIds}::uuid[])
      UNION ALL SELECT post_id, json_build_object('bookmark', json_build_object('_id', id)) FROM bookmarks WHERE ${mine}
      UNION ALL SELECT post_id, json_build_object('rating', rating) FROM ratings WHERE ${mine}
      UNION ALL SELECT post_id, json_build_object('application', json_build_object(
        '_id', id, 'status', status, 'statusAt', coalesce(status_at, created_at)
      )) FROM job_applications WHERE ${mine}
      UNION ALL (SELECT DISTINCT ON (post_id) post_id, json_build_object('payment', json_build_object(
        'id', id, 'status', status, 'refund_requested_at', refund_requested_at
      )) FROM payments WHERE ${mine}
      ORDER BY post_id, (status IN ('pending', 'completed') AND refund_requested_at IS NULL) DESC, id DESC)
      UNION ALL (SELECT DISTINCT ON (post_id) post_id, json_build_object('seat', json_build_object(
        'id', id, 'state', state, 'held_until', held_until, 'moved', moved,
        'offered', offered_at IS NOT NULL
      )) FROM seats WHERE ${mine}
      ORDER BY post_id, (state IN ('held', 'paid', 'free')) DESC, id DESC)
      UNION ALL SELECT post_id, json_build_object('place', ${placeOfMember}) FROM webinar_waiting w
        WHERE ${mine}
    ) parts),
    'seesLess', ${seesLess(sql`${viewerId}::uuid`, sql`${ids}::uuid[]`)},
    'muted', ${feedMutes(sql`${viewerId}::uuid`)},
    'newestOwn', (SELECT p.id FROM posts p WHERE p.user_id = ${viewerId}::uuid ORDER BY p.id DESC LIMIT 1)
  ) AS state`;
});

/** Returns a member's state for these posts and their comments. One statement. */
export async function loadViewer(db: Db, viewerId: string, posts: readonly PostBase[]): Promise<PageViewer> {
  const ids = posts.map(({ id }) => id);
  const commentIds = posts.flatMap(({ comments }) => comments.map(({ id }) => id));
  const [row] = await selectViewer(db, { viewerId, ids: `{${ids.join()}}`, commentIds: `{${commentIds.join()}}` });
  if (!row) throw new Error('a select without a table returned no row');
  const { parts, ...others } = row.state;
  const states = new Map<string, ViewerState>();
  for (const [id, part] of parts ?? []) states.set(id, { ...states.get(id), ...part });
  return { id: viewerId, states, ...others };
}
