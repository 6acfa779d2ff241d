import type { CommunitySettings } from '@afterhours/contract/community/community';
import { sql } from 'kysely';
import { toStored } from '#community/stored-settings.ts';
import type { Db } from '#db/connection/pool.ts';
import type { StoredLogo } from '#db/schema/tables/community.ts';
import { newId } from '#db/statements/id.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';

/**
 * Stores settings over those of `version`; returns the new version, or null if the stored version is another one.
 * Settings that a later version of the program has stored are kept.
 */
export async function storeSettings(db: Db, settings: CommunitySettings, version: number): Promise<number | null> {
  const stored = JSON.stringify(toStored(settings));
  const { rows } = await sql<{ version: number }>`
    INSERT INTO community_settings (settings, version) SELECT ${stored}::jsonb, 1 WHERE ${version} = 0
    ON CONFLICT (one) DO NOTHING RETURNING version`.execute(db);
  if (rows[0]) return rows[0].version;
  const changed = await db
    .updateTable('community_settings')
    .set({ settings: sql<string>`settings || ${stored}::jsonb`, version: version + 1, updated_at: sql`now()` })
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  return changed?.version ?? null;
}

/**
 * Stores the logo, or none, and returns the previous one. Changes run one after another, so that each releases the
 * picture that it replaces.
 */
export async function storeLogo(db: Db, logo: StoredLogo | null): Promise<StoredLogo | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('community_logo'))`.execute(db);
  const before = await db.selectFrom('community_settings').select('logo').executeTakeFirst();
  const stored = logo && JSON.stringify(logo);
  await sql`
    INSERT INTO community_settings AS present (settings, version, logo, logo_version)
    VALUES ('{}', 0, ${stored}::jsonb, 1)
    ON CONFLICT (one) DO UPDATE SET logo = excluded.logo, logo_version = present.logo_version + 1`.execute(db);
  return before?.logo ?? null;
}

const usable = sql<boolean>`uses_left > 0 AND until > now()`;

/** Stores an invitation and returns its id; returns null if there are already `max`. */
export async function insertInvitation(
  db: Db,
  invitation: { codeHash: Buffer; madeBy: string; uses: number; until: string },
  max: number,
): Promise<string | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('community_invitations'))`.execute(db);
  await sql`DELETE FROM community_invitations WHERE NOT (${usable})`.execute(db);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO community_invitations (id, code_hash, made_by, uses_left, until)
    SELECT ${newId()}::uuid, ${invitation.codeHash}, ${invitation.madeBy}::uuid, ${invitation.uses},
      ${invitation.until}::timestamptz
    WHERE (SELECT count(*) FROM community_invitations) < ${max} RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Gives a usable invitation another code; returns false if there is none with this id. */
export async function replaceCode(db: Db, id: string, codeHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('community_invitations')
    .set({ code_hash: codeHash })
    .where('id', '=', id)
    .where(usable)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type InvitationRow = { id: string; uses_left: number; until: Date; created_at: Date; madeBy: PersonRow | null };

export async function selectInvitations(db: Db): Promise<InvitationRow[]> {
  const { rows } = await sql<Omit<InvitationRow, 'madeBy'> & PersonRow & { maker: string | null }>`
    SELECT u.id, ${personColumns}, i.id AS invitation, i.uses_left, i.until, i.created_at
    FROM community_invitations i LEFT JOIN users u ON u.id = i.made_by
    WHERE ${usable} ORDER BY i.id DESC`.execute(db);
  return rows.map((row) => {
    const { invitation, uses_left, until, created_at, ...maker } = row as typeof row & { invitation: string };
    return { id: invitation, uses_left, until, created_at, madeBy: maker.id === null ? null : maker };
  });
}

export async function deleteInvitation(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('community_invitations').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes one use of an invitation; returns false if it has none left or has expired. */
export async function takeInvitation(db: Db, codeHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('community_invitations')
    .set({ uses_left: sql`uses_left - 1` })
    .where('code_hash', '=', codeHash)
    .where(usable)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether an invitation has a use left. */
export async function isUsable(db: Db, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('community_invitations')
    .select('id')
    .where('code_hash', '=', codeHash)
    .where(usable)
    .executeTakeFirst();
  return row !== undefined;
}
