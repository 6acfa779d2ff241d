/**
 * Derives notifications from the rows they refer to, so that all of them are true. In each group, the actions before
 * the member last looked make one read notification, and later ones make one unread notification. The kinds and links
 * are those of the server's `features/notifications/triggers`.
 */
import { DAY_MS, HOUR_MS } from '@afterhours/contract/base/durations';
import { notificationKinds } from '@afterhours/contract/constants/notifications';
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { groupKey } from '@afterhours/server/features/notifications/groups.ts';
import { withoutName } from '@afterhours/server/features/notifications/views.ts';
import { sql } from 'kysely';
import type { Plan } from '../plan.ts';

const DEMO_AWAY_HOURS = 9;
const textsByKind = JSON.stringify(Object.fromEntries(notificationKinds.map((kind) => [kind, withoutName(kind)])));

/** SQL: the key of a group about the row with the id in this column. */
const keyOf = (make: (id: string) => string, idColumn: string) => sql`${sql.lit(make(''))} || ${sql.ref(idColumn)}`;

const actions = sql`
  SELECT p.user_id, l.user_id AS actor_id, 'like' AS type, ${keyOf(groupKey.likesOfPost, 'p.id')} AS group_key,
    p.id AS parent_id, p.id AS post_id, NULL::uuid AS comment_id, 'likedPost' AS kind, '/activities#' || p.id AS link,
    l.created_at AS at
  FROM post_likes l JOIN posts p ON p.id = l.post_id
  UNION ALL
  SELECT c.user_id, l.user_id, 'like', ${keyOf(groupKey.likesOfComment, 'c.id')}, c.id, c.post_id, c.id, 'likedComment',
    '/activities#' || c.post_id, l.created_at
  FROM comment_likes l JOIN comments c ON c.id = l.comment_id
  UNION ALL
  SELECT parent.user_id, c.user_id, 'comment', ${keyOf(groupKey.replies, 'parent.id')}, c.id, c.post_id, c.id,
    'replied', '/activities#' || c.post_id, c.created_at
  FROM comments c JOIN comments parent ON parent.id = c.parent_id
  UNION ALL
  SELECT p.user_id, c.user_id, 'comment', ${keyOf(groupKey.comments, 'p.id')}, c.id, p.id, c.id, 'commented',
    '/activities#' || p.id, c.created_at
  FROM comments c JOIN posts p ON p.id = c.post_id LEFT JOIN comments parent ON parent.id = c.parent_id
  WHERE parent.user_id IS DISTINCT FROM p.user_id
  UNION ALL
  SELECT f.followed_id, f.follower_id, 'follow', ${keyOf(groupKey.follow, 'f.follower_id')}, f.follower_id, NULL, NULL,
    'followed', '/results/view-profile/' || f.follower_id, f.created_at
  FROM follows f
  UNION ALL
  SELECT r.to_user_id, r.from_user_id, 'connection', ${keyOf(groupKey.invitation, 'r.id')}, r.from_user_id, NULL, NULL,
    'invited', '/mynetwork/invitaions', r.created_at
  FROM connection_requests r WHERE r.status = 'pending'
  UNION ALL
  SELECT r.from_user_id, r.to_user_id, 'connection', ${keyOf(groupKey.acceptance, 'r.id')}, r.to_user_id, NULL, NULL,
    'accepted', '/results/view-profile/' || r.to_user_id, r.updated_at
  FROM connection_requests r WHERE r.status = 'accepted'
  UNION ALL
  SELECT m.user_id, m.other_user_id, 'message', ${keyOf(groupKey.chat, 'm.conversation_id')}, m.other_user_id, NULL,
    NULL, 'messaged', '/Messages#' || m.other_user_id, m.last_message_at
  FROM conversation_members m WHERE m.unread_count > 0`;

/** Writes all members' notifications of the last `plan.notificationDays` days. `demoId` is the demo member's id. */
export async function writeNotifications(db: Db, plan: Plan, demoId: string): Promise<void> {
  if (plan.notificationDays === 0) return;
  const since = new Date(plan.now.getTime() - plan.notificationDays * DAY_MS);
  const demoLastLooked = new Date(plan.now.getTime() - DEMO_AWAY_HOURS * HOUR_MS);
  // A member last looked between one and sixty-four hours ago. The hour follows from the id, to be repeatable.
  await sql`
    CREATE TEMPORARY TABLE recent_actions ON COMMIT DROP AS
    WITH recent AS (
      SELECT a.*, a.at <= CASE WHEN a.user_id = ${demoId}::uuid THEN ${demoLastLooked}::timestamptz
        ELSE ${plan.now}::timestamptz - make_interval(hours => 1 + ('x' || right(a.user_id::text,
          2))::bit(8)::integer / 4)
        END AS seen
      FROM (${actions}) a
      WHERE a.user_id <> a.actor_id AND a.at > ${since}::timestamptz
    )
    SELECT recent.*, max(at) OVER (PARTITION BY user_id, group_key, seen) AS latest FROM recent`.execute(db);
  // The id is a UUIDv7 of the latest action. Its random part is a hash of member, group and read state.
  await sql`ALTER TABLE recent_actions ADD COLUMN id uuid`.execute(db);
  await sql`
    UPDATE recent_actions SET id = (
      lpad(to_hex((extract(epoch FROM latest) * 1000)::bigint), 12, '0')
      || '7' || left(md5(user_id || group_key || seen), 3) || '8' || right(md5(user_id || group_key || seen), 15)
    )::uuid`.execute(db);
  await sql`
    INSERT INTO notifications (id, user_id, type, group_key, parent_id, post_id, comment_id, actor_id, actors_count,
      kind, content, link, read_at, created_at)
    SELECT id, user_id, min(type), group_key, (array_agg(parent_id ORDER BY at, actor_id))[1],
      (array_agg(post_id ORDER BY at, actor_id))[1], (array_agg(comment_id ORDER BY at, actor_id))[1],
      (array_agg(actor_id ORDER BY at DESC, actor_id))[1], count(DISTINCT actor_id), min(kind),
      ${textsByKind}::jsonb ->> min(kind), min(link), CASE WHEN seen THEN latest + interval '10 minutes' END, latest
    FROM recent_actions GROUP BY id, user_id, group_key, seen, latest`.execute(db);
  await sql`
    INSERT INTO notification_actors (notification_id, actor_id, created_at)
    SELECT id, actor_id, max(at) FROM recent_actions GROUP BY id, actor_id`.execute(db);
}
