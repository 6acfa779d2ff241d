import { type Kysely, sql } from 'kysely';

/*
 * A payment outlives the post it was for and the member who made it: money that moved has to be accounted for. So
 * `post_id` and `host_id` are plain ids, and a deleted member leaves the row behind.
 * Live is what may still open the link; there is one such row a post and member, which is what makes two payments at
 * once one charge. A post that goes, in whatever way (also with its author), marks its payments for a refund.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE payments (
      id uuid PRIMARY KEY,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      post_id uuid NOT NULL,
      host_id uuid NOT NULL,
      provider text NOT NULL CHECK (provider IN ('stripe', 'sandbox')),
      token text NOT NULL,
      email text NOT NULL,
      description text NOT NULL,
      amount integer NOT NULL CHECK (amount > 0),
      currency text NOT NULL,
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'completed', 'failed', 'refunded')),
      reference text UNIQUE,
      reason text,
      refund_requested_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      settled_at timestamptz(3),
      refunded_at timestamptz(3),
      CHECK (status NOT IN ('completed', 'refunded') OR reference IS NOT NULL)
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX payments_live ON payments (post_id, user_id)
    WHERE status IN ('pending', 'completed') AND refund_requested_at IS NULL`.execute(db);
  await sql`CREATE INDEX payments_viewer ON payments (user_id, post_id)`.execute(db);
  await sql`CREATE INDEX payments_post ON payments (post_id)`.execute(db);
  await sql`
    CREATE INDEX payments_unsettled ON payments (created_at)
    WHERE status = 'pending' OR (status = 'completed' AND refund_requested_at IS NOT NULL)`.execute(db);
  await sql`
    CREATE FUNCTION request_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE payments SET refund_requested_at = now()
      WHERE post_id IN (SELECT id FROM gone) AND status IN ('pending', 'completed') AND refund_requested_at IS NULL;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER posts_refunds AFTER DELETE ON posts REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION request_refunds()`.execute(db);
}
