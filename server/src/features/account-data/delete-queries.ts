import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';

/** Deleting a member with years of actions may take longer than the usual statement timeout. */
export async function allowMinutes(db: Db): Promise<void> {
  await sql`SET LOCAL statement_timeout = '5min'`.execute(db);
}

/**
 * Locks the rows whose counts change when the member is deleted, in the order that all writers use: first, by id, the
 * member's posts and those that they have commented on, liked or rated, or on which they have liked a comment; then, by
 * id, the counts of all members who are referenced by this member's rows.
 */
export async function lockAffectedCounts(db: Db, userId: string): Promise<void> {
  await sql`
    SELECT 1 FROM posts p WHERE p.id IN (
      SELECT id FROM posts WHERE user_id = ${userId}::uuid
      UNION SELECT post_id FROM post_likes WHERE user_id = ${userId}::uuid
      UNION SELECT post_id FROM comments WHERE user_id = ${userId}::uuid
      UNION SELECT post_id FROM ratings WHERE user_id = ${userId}::uuid
      UNION SELECT c.post_id FROM comment_likes l JOIN comments c ON c.id = l.comment_id
        WHERE l.user_id = ${userId}::uuid
    ) ORDER BY p.id FOR UPDATE`.execute(db);
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

/** Returns the ids of the member's uploads. */
export async function selectUploadIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('uploads').select('id').where('owner_id', '=', userId).execute();
  return rows.map((row) => row.id);
}

type Left = { conversationId: string; otherId: string; leftId: string; placeholderId: string };

/**
 * Replaces the member in their conversations with an anonymous row, so that the other members keep what they wrote. The
 * member's own messages are emptied, and none of them stays unread. Returns the replacement and the other member of
 * each conversation.
 */
export async function leaveConversations(db: Db, userId: string): Promise<Left[]> {
  const { rows } = await sql`SELECT 1 FROM conversation_members WHERE user_id = ${userId}::uuid LIMIT 1`.execute(db);
  if (rows.length === 0) return [];
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
  await sql`
    UPDATE messages SET sender_id = ${id}, content = '', post_id = NULL, client_id = NULL,
      deleted_at = coalesce(deleted_at, now())
    WHERE sender_id = ${userId}::uuid`.execute(db);
  for (const side of ['other_user_id', 'user_id'] as const) {
    await sql`
      UPDATE conversation_members SET ${sql.ref(side)} = ${id}, unread_count = 0, read_seq = greatest(read_seq,
        c.last_seq)
      FROM conversations c WHERE c.id = conversation_id AND ${sql.ref(side)} = ${userId}::uuid`.execute(db);
  }
  // The smaller id always comes first.
  await sql`
    UPDATE conversations SET
      member_a = least(${id}::uuid, CASE WHEN member_a = ${userId}::uuid THEN member_b ELSE member_a END),
      member_b = greatest(${id}::uuid, CASE WHEN member_a = ${userId}::uuid THEN member_b ELSE member_a END)
    WHERE ${userId}::uuid IN (member_a, member_b)`.execute(db);
  const left = await db
    .selectFrom('conversation_members')
    .select(['conversation_id', 'user_id'])
    .where('other_user_id', '=', id)
    .execute();
  return left.map((row) => ({
    conversationId: row.conversation_id,
    otherId: row.user_id,
    leftId: userId,
    placeholderId: id,
  }));
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
 * the email address.
 */
export async function closeAccount(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({
      email: `${userId}@deleted.invalid`,
      email_verified_at: null,
      password_hash: null,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute();
  for (const table of waysToSignIn) await db.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Deletes the member. All rows that refer to them are deleted by cascade, and triggers adjust the counts. */
export async function deleteMember(db: Db, userId: string): Promise<void> {
  // Pages of rows with `deleted_at` are not recorded as gone, because the rows that stand in for members have none.
  await db
    .updateTable('users')
    .set({ deleted_at: null })
    .where('id', '=', userId)
    .where('deleted_at', 'is not', null)
    .execute();
  await db.deleteFrom('users').where('id', '=', userId).execute();
}

export async function selectSessionIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.id);
}
