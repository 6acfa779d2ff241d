import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#db/connection/pool.ts';
import type { AuditDetails } from '#db/schema/tables/staff.ts';
import { newId } from './id.ts';

type Entry = {
  actorId: string | null;
  action: string;
  subject: { kind: string; id: string };
  details?: AuditDetails;
};

/** The subject of entries that concern the whole community, such as those about settings. */
export const COMMUNITY = { kind: 'community', id: '00000000-0000-0000-0000-000000000000' } as const;

/** Returns the settings that differ, as `details` has them. Their values may be secret, and are in no entry. */
export const changedSettings = <T extends object>(before: T, after: { [K in keyof T]?: T[K] }): string =>
  Object.keys(after)
    .filter((key) => !isDeepStrictEqual(before[key as keyof T], after[key as keyof T]))
    .join(', ');

/** Adds an entry to the audit log, in the same transaction as the audited action. */
export async function writeAudit(db: Db, { actorId, action, subject, details = {} }: Entry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId(),
      actor_id: actorId,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      details: JSON.stringify(details),
    })
    .execute();
}
