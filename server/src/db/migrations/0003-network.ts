import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTies(db);
  await createConversations(db);
  await createNotifications(db);
}

async function createTies(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE follows (
      id uuid PRIMARY KEY,
      follower_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      followed_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (follower_id, followed_id),
      CHECK (follower_id <> followed_id)
    )`.execute(db);
  await sql`CREATE INDEX follows_followed ON follows (followed_id, id DESC)`.execute(db);
  await sql`CREATE INDEX follows_follower ON follows (follower_id, id DESC)`.execute(db);
  await sql`
    CREATE TABLE connection_requests (
      id uuid PRIMARY KEY,
      from_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      to_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'rejected')),
      note text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (from_user_id, to_user_id),
      CHECK (from_user_id <> to_user_id)
    )`.execute(db);
  await sql`CREATE INDEX connection_requests_received ON connection_requests (to_user_id, status, id DESC)`.execute(db);
  await sql`
    CREATE TABLE connections (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      other_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, other_user_id),
      CHECK (user_id <> other_user_id)
    )`.execute(db);
  await sql`CREATE INDEX connections_other ON connections (other_user_id)`.execute(db);
}

async function createConversations(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE conversations (
      id uuid PRIMARY KEY,
      member_a uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      member_b uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      last_seq integer NOT NULL DEFAULT 0,
      last_message_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (member_a, member_b),
      CHECK (member_a < member_b)
    )`.execute(db);
  await sql`CREATE INDEX conversations_b ON conversations (member_b)`.execute(db);
  await sql`
    CREATE TABLE conversation_members (
      conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      other_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      pinned boolean NOT NULL DEFAULT false,
      read_seq integer NOT NULL DEFAULT 0,
      delivered_seq integer NOT NULL DEFAULT 0,
      cleared_seq integer NOT NULL DEFAULT 0,
      unread_count integer NOT NULL DEFAULT 0 CHECK (unread_count >= 0),
      last_message_at timestamptz(3),
      PRIMARY KEY (conversation_id, user_id),
      UNIQUE (user_id, other_user_id)
    )`.execute(db);
  await sql`CREATE INDEX conversation_members_newest ON conversation_members
    (user_id, last_message_at DESC NULLS LAST, conversation_id)`.execute(db);
  await sql`CREATE INDEX conversation_members_other ON conversation_members (other_user_id)`.execute(db);
  await sql`
    CREATE TABLE messages (
      id uuid PRIMARY KEY,
      conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
      seq integer NOT NULL,
      sender_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      content text NOT NULL,
      post_id uuid REFERENCES posts ON DELETE SET NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      deleted_at timestamptz(3),
      UNIQUE (conversation_id, seq)
    )`.execute(db);
  await sql`CREATE INDEX messages_sender ON messages (sender_id)`.execute(db);
  await sql`CREATE INDEX messages_post ON messages (post_id) WHERE post_id IS NOT NULL`.execute(db);
}

async function createNotifications(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE notifications (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      type text NOT NULL CHECK (type IN ('like', 'comment', 'follow', 'message', 'connection', 'event')),
      group_key text NOT NULL,
      parent_id uuid,
      post_id uuid REFERENCES posts ON DELETE CASCADE,
      comment_id uuid REFERENCES comments ON DELETE CASCADE,
      actor_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      actors_count integer NOT NULL DEFAULT 1 CHECK (actors_count > 0),
      content text NOT NULL,
      link text NOT NULL,
      read_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX notifications_newest ON notifications (user_id, created_at DESC, id DESC)`.execute(db);
  await sql`CREATE UNIQUE INDEX notifications_unread_group ON notifications (user_id, group_key)
    WHERE read_at IS NULL`.execute(db);
  await sql`CREATE INDEX notifications_group ON notifications (user_id, group_key)`.execute(db);
  await sql`CREATE INDEX notifications_post ON notifications (post_id) WHERE post_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX notifications_comment ON notifications (comment_id) WHERE comment_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX notifications_actor ON notifications (actor_id)`.execute(db);
  await sql`
    CREATE TABLE notification_actors (
      notification_id uuid NOT NULL REFERENCES notifications ON DELETE CASCADE,
      actor_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (notification_id, actor_id)
    )`.execute(db);
  await sql`CREATE INDEX notification_actors_actor ON notification_actors (actor_id)`.execute(db);
}
