import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';

/**
 * Locks the posts whose counts change when the member is deleted, by id, as all writers do before they lock any other
 * counts: the member's own and those that they have commented on, liked or rated, or on which they have liked a
 * comment.
 */
export async function lockAffectedPosts(db: Db, userId: string): Promise<void> {
  await sql`
    SELECT 1 FROM posts p WHERE p.id IN (
      SELECT id FROM posts WHERE user_id = ${userId}::uuid
      UNION SELECT post_id FROM post_likes WHERE user_id = ${userId}::uuid
      UNION SELECT post_id FROM comments WHERE user_id = ${userId}::uuid
      UNION SELECT post_id FROM ratings WHERE user_id = ${userId}::uuid
      UNION SELECT c.post_id FROM comment_likes l JOIN comments c ON c.id = l.comment_id
        WHERE l.user_id = ${userId}::uuid
    ) ORDER BY p.id FOR UPDATE`.execute(db);
}

/** Locks the counts of all members who are referenced by this member's rows, by id. */
export async function lockAffectedCounts(db: Db, userId: string): Promise<void> {
  await sql`
    SELECT 1 FROM member_counters m WHERE m.user_id = ${userId}::uuid OR m.user_id IN (
      SELECT followed_id FROM follows WHERE follower_id = ${userId}::uuid
      UNION SELECT follower_id FROM follows WHERE followed_id = ${userId}::uuid
      UNION SELECT other_user_id FROM connections WHERE user_id = ${userId}::uuid
      UNION SELECT user_id FROM conversation_members WHERE other_user_id = ${userId}::uuid AND unread_count > 0
      UNION SELECT n.user_id FROM notification_actors a JOIN notifications n ON n.id = a.notification_id
        WHERE a.actor_id = ${userId}::uuid
    ) ORDER BY m.user_id FOR UPDATE`.execute(db);
}

/** Locks a batch of the member's posts, and returns their ids. */
export async function lockSomePosts(db: Db, userId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM posts WHERE id = ANY (ARRAY(SELECT id FROM posts WHERE user_id = ${userId}::uuid LIMIT ${most}))
    ORDER BY id FOR UPDATE`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids of members with notifications that are deleted together with these posts. */
export async function selectNotifiedOfPosts(db: Db, postIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where('post_id', 'in', postIds)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Deletes posts with everything below them. */
export async function deletePosts(db: Db, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM posts WHERE id = ANY (${ids}::uuid[])`.execute(db);
}

type OwnComment = { id: string; post_id: string; parent_id: string | null };

/** Locks the posts of a batch of the member's comments, and returns these comments. */
export async function lockSomeComments(db: Db, userId: string, most: number): Promise<OwnComment[]> {
  const { rows } = await sql<OwnComment>`
    SELECT id, post_id, parent_id FROM comments WHERE user_id = ${userId}::uuid LIMIT ${most}`.execute(db);
  const postIds = rows.map(({ post_id }) => post_id);
  await sql`SELECT 1 FROM posts WHERE id = ANY (${postIds}::uuid[]) ORDER BY id FOR UPDATE`.execute(db);
  return rows;
}

/** Deletes comments with their replies. */
export async function deleteComments(db: Db, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM comments WHERE id = ANY (${ids}::uuid[])`.execute(db);
}

/** Returns the ids of the member's uploads, all or so many. */
export async function selectUploadIds(db: Db, userId: string, most: number | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM uploads WHERE owner_id = ${userId}::uuid LIMIT ${most}::integer`.execute(db);
  return rows.map((row) => row.id);
}

/** Deletes a batch of the notifications that the member has got. Returns false if there were none. */
export async function deleteSomeNotifications(db: Db, userId: string, most: number): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM notifications WHERE id = ANY (ARRAY(
      SELECT id FROM notifications WHERE user_id = ${userId}::uuid LIMIT ${most})) RETURNING 1`.execute(db);
  return rows.length > 0;
}

type Left = { conversationId: string; otherId: string; leftId: string; placeholderId: string };

/**
 * Locks the member's conversations with both sides, all or so many, and returns their ids. Everybody who changes a
 * conversation locks it before any counts.
 */
export async function lockConversations(db: Db, userId: string, most: number | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM conversations c JOIN conversation_members side ON side.conversation_id = c.id
    WHERE c.id = ANY (ARRAY(
      SELECT conversation_id FROM conversation_members WHERE user_id = ${userId}::uuid LIMIT ${most}::integer))
    ORDER BY c.id, side.user_id FOR UPDATE`.execute(db);
  return [...new Set(rows.map(({ id }) => id))];
}

/**
 * Replaces the member in these conversations with an anonymous row, so that the other members keep what they wrote. The
 * member's own messages are emptied, and none of them stays unread. Returns the replacement and the other member of
 * each conversation.
 */
export async function leaveConversations(db: Db, userId: string, ids: readonly string[]): Promise<Left[]> {
  if (ids.length === 0) return [];
  const conversationIds = sql`${ids}::uuid[]`;
  const placeholderId = await insertPlaceholder(db);
  await sql`
    UPDATE messages SET sender_id = ${placeholderId}, content = '', post_id = NULL, client_id = NULL,
      deleted_at = coalesce(deleted_at, now())
    WHERE sender_id = ${userId}::uuid AND conversation_id = ANY (${conversationIds})`.execute(db);
  // Both sides in one statement, whose trigger locks the counts of all these members in order.
  const replaced = (column: string) =>
    sql`CASE ${sql.ref(column)} WHEN ${userId}::uuid THEN ${placeholderId}::uuid ELSE ${sql.ref(column)} END`;
  await sql`
    UPDATE conversation_members SET user_id = ${replaced('user_id')}, other_user_id = ${replaced('other_user_id')},
      unread_count = 0, read_seq = greatest(read_seq, c.last_seq)
    FROM conversations c WHERE c.id = conversation_id AND c.id = ANY (${conversationIds})`.execute(db);
  // The smaller id always comes first.
  const other = sql`CASE WHEN member_a = ${userId}::uuid THEN member_b ELSE member_a END`;
  await sql`
    UPDATE conversations SET member_a = least(${placeholderId}::uuid, ${other}),
      member_b = greatest(${placeholderId}::uuid, ${other})
    WHERE id = ANY (${conversationIds})`.execute(db);
  const { rows } = await sql<{ conversation_id: string; user_id: string }>`
    SELECT conversation_id, user_id FROM conversation_members WHERE other_user_id = ${placeholderId}`.execute(db);
  return rows.map((row) => ({
    conversationId: row.conversation_id,
    otherId: row.user_id,
    leftId: userId,
    placeholderId,
  }));
}

/** Adds the anonymous row that replaces a member, and returns its id. */
async function insertPlaceholder(db: Db): Promise<string> {
  const id = newId();
  await db
    .insertInto('users')
    .values({
      id,
      email: `${id}@deleted.invalid`,
      username: `deleted.${id}`,
      first_name: 'Deleted',
      last_name: 'member',
      show_presence: false,
      read_receipts: false,
      deleted_at: sql<Date>`now()`,
    })
    .execute();
  await db.deleteFrom('member_search').where('user_id', '=', id).execute();
  return id;
}

const waysToSignIn = [
  'credentials',
  'social_identities',
  'oidc_identities',
  'sign_in_links',
  'sign_in_challenges',
  'reset_links',
  'mailed_secrets',
  'email_changes',
  'export_links',
] as const;

/**
 * Marks the account of a member whose data are deleted in batches as deleted, removes every way to sign in, and frees
 * the email address and the usernames. A trigger records the pages as gone.
 */
export async function closeAccount(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({
      email: `${userId}@deleted.invalid`,
      email_verified_at: null,
      username: `deleted.${userId}`,
      password_hash: null,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute();
  for (const table of ['former_usernames', ...waysToSignIn] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Deletes the member. All rows that refer to them are deleted by cascade, and triggers adjust the counts. */
export async function deleteMember(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', userId).execute();
}

export async function selectSessionIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.id);
}
