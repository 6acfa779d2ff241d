/** The account parts of the export: the account itself, its sessions and how its member signs in. */
import { sql } from 'kysely';
import { exportedColumns } from './columns.ts';
import { type ExportPart, part } from './part.ts';
import { exportTexts } from './texts.ts';

export const accountParts: readonly ExportPart[] = [
  part(
    'account.json',
    exportTexts.account,
    (me) => sql`
    SELECT u.id AS key, ${exportedColumns('users', 'u')} AS entry FROM users u WHERE u.id = ${me}`,
  ),
  part(
    'sessions.json',
    exportTexts.sessions,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('device', user_agent, 'address', address, 'createdAt', created_at,
      'lastSeenAt', last_seen_at) AS entry FROM sessions WHERE user_id = ${me}`,
  ),
  part(
    'former-usernames.json',
    exportTexts.formerUsernames,
    (me) => sql`
    SELECT md5(username)::uuid AS key, jsonb_build_object('username', username, 'givenUpAt', given_up_at) AS entry
    FROM former_usernames WHERE user_id = ${me}`,
  ),
  part(
    'networks.json',
    exportTexts.networks,
    (me) => sql`
    SELECT md5(kind)::uuid AS key, jsonb_build_object('kind', kind, 'fingerprint', encode(network, 'hex'),
      'at', seen_at) AS entry FROM member_networks WHERE user_id = ${me}
    UNION ALL SELECT invitation_id, jsonb_build_object('kind', 'invitation', 'id', invitation_id)
    FROM member_invitations WHERE user_id = ${me}`,
  ),
  part(
    'passkeys.json',
    exportTexts.passkeys,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('name', label, 'addedAt', created_at, 'lastUsedAt', last_used_at) AS entry
    FROM credentials WHERE user_id = ${me}`,
  ),
  part(
    'linked-accounts.json',
    exportTexts.linkedAccounts,
    // A row's key is derived from its contents, because parts are read in pages by a uuid.
    (me) => sql`
    SELECT md5(issuer || ' ' || subject)::uuid AS key,
      jsonb_build_object('provider', issuer, 'id', subject, 'since', created_at) AS entry
    FROM oidc_identities WHERE user_id = ${me}
    UNION ALL SELECT md5(provider || ' ' || subject)::uuid,
      jsonb_build_object('provider', provider, 'id', subject, 'since', created_at)
    FROM social_identities WHERE user_id = ${me}`,
  ),
];
