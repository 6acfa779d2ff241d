import { type Kysely, sql } from 'kysely';

/*
 * Accounts at OpenID providers that sign members in, by issuer and subject: an address may change hands. And the
 * sign-ins that have begun there: each waits ten minutes for its answer, from the browser that began it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE oidc_identities (
       issuer text NOT NULL,
       subject text NOT NULL,
       user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
       created_at timestamptz(3) NOT NULL DEFAULT now(),
       PRIMARY KEY (issuer, subject),
       UNIQUE (user_id, issuer)
     )`,
    `CREATE TABLE oidc_attempts (
       state_hash bytea PRIMARY KEY,
       device_hash bytea NOT NULL,
       nonce text NOT NULL,
       code_verifier text NOT NULL,
       user_id uuid REFERENCES users ON DELETE CASCADE,
       expires_at timestamptz(3) NOT NULL
     )`,
    'CREATE INDEX oidc_attempts_user ON oidc_attempts (user_id) WHERE user_id IS NOT NULL',
    'CREATE INDEX oidc_attempts_expiry ON oidc_attempts (expires_at)',
  ])
    await sql.raw(statement).execute(db);
}
