import { type Kysely, sql } from 'kysely';

/*
 * What lets staff see that accounts may be of the same people. Of a network only a hash is kept, with a key of the
 * installation, and for thirty days. The site of a link is its host without "www.". The indexes of
 * large tables are built before anything else is locked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE FUNCTION site_of(url text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
       SELECT lower(substring(url FROM '^https?://(?:www\\.)?([^/:?#]+)')) $$`,
    'CREATE INDEX profile_links_site ON profile_links (site_of(url))',
    `CREATE INDEX users_mail_domain ON users (split_part(email, '@', 2))`,
    `CREATE TABLE member_networks (
       user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
       kind text NOT NULL CHECK (kind IN ('joined', 'signed-in')),
       network bytea NOT NULL,
       seen_at timestamptz(3) NOT NULL DEFAULT now(),
       PRIMARY KEY (user_id, kind)
     )`,
    'CREATE INDEX member_networks_network ON member_networks (network)',
    'CREATE INDEX member_networks_seen ON member_networks (seen_at)',
    `CREATE TABLE member_invitations (
       user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
       invitation_id uuid NOT NULL
     )`,
    'CREATE INDEX member_invitations_invitation ON member_invitations (invitation_id)',
    `INSERT INTO server_secrets (name, secret)
     VALUES ('networks', sha256(convert_to(gen_random_uuid() || ' ' || gen_random_uuid(), 'UTF8')))
     ON CONFLICT DO NOTHING`,
  ])
    await sql.raw(statement).execute(db);
}
