/** The networks that accounts come from. They show staff which accounts may belong to the same people. */
import { randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { networkOf } from '#http/gate/network.ts';

/** Returns the network of an address that many people share, an IPv4 /24 or an IPv6 /48; null if there is none. */
function wideNetworkOf(address: string | null | undefined): string | null {
  const { narrow, wide } = networkOf(address ?? undefined);
  if (wide !== null) return wide;
  return isIPv4(narrow) ? narrow.slice(0, narrow.lastIndexOf('.')) : null;
}

/**
 * Stores a keyed hash of the network from which a member joins or signs in; a sign-in replaces the previous one. For
 * members who join with an account elsewhere, the first sign-in also counts as the place where they joined. The key is
 * made anew if operators have deleted it because it may have leaked.
 */
export async function keepNetwork(
  db: Db,
  userId: string,
  kind: 'joined' | 'signed-in',
  address: string | null | undefined,
): Promise<void> {
  const network = wideNetworkOf(address);
  if (network === null) return;
  await sql`
    WITH made AS (
      INSERT INTO server_secrets (name, secret) SELECT 'networks', ${randomBytes(32)}::bytea
      WHERE NOT EXISTS (SELECT 1 FROM server_secrets WHERE name = 'networks') ON CONFLICT DO NOTHING RETURNING secret
    ), key AS (SELECT secret FROM server_secrets WHERE name = 'networks' UNION ALL SELECT secret FROM made)
    INSERT INTO member_networks (user_id, kind, network)
    SELECT u.id, k.kind, sha256(key.secret || convert_to(${network}, 'UTF8'))
    FROM key, users u, (VALUES ('joined'), ('signed-in')) k (kind)
    WHERE u.id = ${userId}::uuid
      AND (k.kind = ${kind} OR (k.kind = 'joined' AND u.created_at > now() - interval '1 hour'))
    ON CONFLICT (user_id, kind) DO UPDATE SET network = excluded.network, seen_at = now()
    WHERE excluded.kind = 'signed-in'`.execute(db);
}

/** Stores which invitation a member has joined with. */
export async function keepInvitation(db: Db, userId: string, codeHash: Buffer): Promise<void> {
  await sql`
    INSERT INTO member_invitations (user_id, invitation_id)
    SELECT ${userId}::uuid, i.id FROM community_invitations i WHERE i.code_hash = ${codeHash}
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Days after which networks are deleted. The privacy page states this number. */
const NETWORK_DAYS = 30;

export async function forgetNetworks(db: Db): Promise<void> {
  await sql`DELETE FROM member_networks WHERE seen_at < now() - make_interval(days => ${NETWORK_DAYS})`.execute(db);
}
