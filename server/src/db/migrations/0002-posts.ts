import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createUploads(db);
  await createPosts(db);
  await createHashtags(db);
  await createReactions(db);
}

async function createUploads(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE uploads (
      id uuid PRIMARY KEY,
      owner_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      folder text NOT NULL CHECK (folder IN ('users', 'post', 'demo', 'message')),
      filename text NOT NULL UNIQUE,
      kind text NOT NULL CHECK (kind IN ('image', 'document')),
      content_type text NOT NULL,
      original_name text NOT NULL,
      bytes bigint NOT NULL,
      width integer,
      height integer,
      placeholder text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      used_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX uploads_owner ON uploads (owner_id)`.execute(db);
  await sql`CREATE INDEX uploads_unused ON uploads (created_at) WHERE used_at IS NULL`.execute(db);
}

/*
 * popularity: every doubling of engagement is worth six hours of age. It never has to be recomputed as time passes,
 * and its steps of a quarter doubling keep most likes from touching the index.
 * rating_score: the Bayesian average of the ratings, as if five members had given 3.5 stars before.
 */
async function createPosts(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE posts (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      post_type text NOT NULL CHECK (post_type IN ('general', 'job', 'webinar')),
      title text,
      description text NOT NULL,
      opening text,
      salary text,
      link text,
      starts_at timestamptz(3),
      hashtags text[] NOT NULL DEFAULT '{}',
      likes_count integer NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
      comments_count integer NOT NULL DEFAULT 0 CHECK (comments_count >= 0),
      ratings_count integer NOT NULL DEFAULT 0 CHECK (ratings_count >= 0),
      ratings_sum integer NOT NULL DEFAULT 0 CHECK (ratings_sum >= 0),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      popularity double precision NOT NULL GENERATED ALWAYS AS (
        floor(4 * log(2.0::numeric,
          (1 + likes_count + 2 * comments_count + ratings_count)::numeric)::double precision) / 4
        + extract(epoch FROM created_at AT TIME ZONE 'UTC')::double precision / 21600
      ) STORED,
      rating_score double precision NOT NULL GENERATED ALWAYS AS (
        (17.5 + ratings_sum)::double precision / (5 + ratings_count)
      ) STORED
    ) WITH (fillfactor = 80)`.execute(db);
  await sql`CREATE INDEX posts_popular ON posts (popularity DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX posts_top_rated ON posts (rating_score DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX posts_author ON posts (user_id, id DESC)`.execute(db);
  await sql`CREATE INDEX posts_type_popular ON posts (post_type, popularity DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX posts_type_latest ON posts (post_type, id DESC)`.execute(db);
  await sql`
    CREATE TABLE post_attachments (
      id uuid PRIMARY KEY,
      post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
      upload_id uuid NOT NULL REFERENCES uploads ON DELETE CASCADE,
      position integer NOT NULL,
      folder text NOT NULL,
      filename text NOT NULL,
      width integer NOT NULL,
      height integer NOT NULL,
      placeholder text NOT NULL,
      alt text NOT NULL DEFAULT ''
    )`.execute(db);
  await sql`CREATE INDEX post_attachments_post ON post_attachments (post_id, position)`.execute(db);
  await sql`CREATE UNIQUE INDEX post_attachments_upload ON post_attachments (upload_id)`.execute(db);
}

async function createHashtags(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE hashtags (
      id uuid PRIMARY KEY,
      title text NOT NULL,
      slug text NOT NULL UNIQUE,
      posts_count integer NOT NULL DEFAULT 0 CHECK (posts_count >= 0),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX hashtags_used ON hashtags (posts_count DESC, slug)`.execute(db);
  await sql`
    CREATE TABLE post_hashtags (
      hashtag_id uuid NOT NULL REFERENCES hashtags ON DELETE CASCADE,
      post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
      PRIMARY KEY (hashtag_id, post_id)
    )`.execute(db);
  await sql`CREATE INDEX post_hashtags_post ON post_hashtags (post_id)`.execute(db);
}

async function createReactions(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE post_likes (
      post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (post_id, user_id)
    )`.execute(db);
  await sql`CREATE INDEX post_likes_newest ON post_likes (post_id, created_at DESC, user_id DESC)`.execute(db);
  await sql`CREATE INDEX post_likes_user ON post_likes (user_id)`.execute(db);
  await sql`
    CREATE TABLE comments (
      id uuid PRIMARY KEY,
      post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      parent_id uuid,
      comment text NOT NULL,
      likes_count integer NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
      replies_count integer NOT NULL DEFAULT 0 CHECK (replies_count >= 0),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (id, post_id),
      -- A reply belongs to the post of its parent; the database holds that, not the callers.
      FOREIGN KEY (parent_id, post_id) REFERENCES comments (id, post_id) ON DELETE CASCADE
    )`.execute(db);
  await sql`CREATE INDEX comments_top ON comments (post_id, id) WHERE parent_id IS NULL`.execute(db);
  await sql`CREATE INDEX comments_replies ON comments (parent_id, id) WHERE parent_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX comments_user ON comments (user_id)`.execute(db);
  await sql`
    CREATE TABLE comment_likes (
      comment_id uuid NOT NULL REFERENCES comments ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (comment_id, user_id)
    )`.execute(db);
  await sql`CREATE INDEX comment_likes_user ON comment_likes (user_id)`.execute(db);
  await sql`
    CREATE TABLE bookmarks (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (user_id, post_id)
    )`.execute(db);
  await sql`CREATE INDEX bookmarks_post ON bookmarks (post_id)`.execute(db);
  await sql`CREATE INDEX bookmarks_newest ON bookmarks (user_id, id DESC)`.execute(db);
  await sql`
    CREATE TABLE ratings (
      post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (post_id, user_id)
    )`.execute(db);
  await sql`CREATE INDEX ratings_user ON ratings (user_id)`.execute(db);
}
