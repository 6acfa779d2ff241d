/** The files of evidence: kept from the first report on, and released with the copy once nobody can appeal any more. */
import { APPEAL_DAYS, type CaseKind } from '@afterhours/contract/moderation/staff-cases';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { keepFiles, releaseKept } from '#features/uploads/loaders.ts';
import type { Services } from '#services.ts';

/** How many days evidence is kept after the last day to appeal. */
const RETENTION_DAYS = 30;
const PURGED_AT_ONCE = 200;

/** Returns the names of the files that a subject uses now. */
async function selectFilenames(db: Db, kind: CaseKind, subjectId: string): Promise<string[]> {
  const names: Partial<Record<CaseKind, ReturnType<typeof sql>>> = {
    member: sql`SELECT unnest(ARRAY[u.image, u.cover_image]) AS filename FROM users u WHERE u.id = ${subjectId}::uuid`,
    message: sql`SELECT a.filename FROM message_attachments a WHERE a.message_id = ${subjectId}::uuid`,
  };
  if (kind === 'comment' || kind === 'appeal') return [];
  const statement = names[kind] ?? sql`SELECT a.filename FROM post_attachments a WHERE a.post_id = ${subjectId}::uuid`;
  const { rows } = (await statement.execute(db)) as { rows: { filename: string | null }[] };
  // Profile pictures are stored with or without their folder.
  return rows.flatMap(({ filename }) => filename?.split('/').at(-1) ?? []);
}

/** Keeps the files of a reported subject as evidence for its case. */
export async function keepEvidence(db: Db, caseId: string, kind: CaseKind, subjectId: string): Promise<void> {
  await keepFiles(db, caseId, await selectFilenames(db, kind, subjectId));
}

/** Empties the evidence of a batch of cases that nobody can appeal any more. Returns the number of cases. */
async function purgeSome({ db, jobs, events }: Services): Promise<number> {
  return inTransaction({ db, events }, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      UPDATE cases SET evidence = '{"text":""}', purged_at = now() WHERE id IN (
        SELECT c.id FROM cases c WHERE c.state = 'closed' AND c.purged_at IS NULL
          AND c.closed_at < now() - make_interval(days => ${APPEAL_DAYS + RETENTION_DAYS})
          AND NOT EXISTS (SELECT 1 FROM decisions d JOIN cases appeal ON appeal.subject_kind = 'appeal'
            AND appeal.subject_id = d.id AND appeal.state <> 'closed' WHERE d.case_id = c.id)
        ORDER BY c.closed_at LIMIT ${PURGED_AT_ONCE} FOR UPDATE OF c SKIP LOCKED
      ) RETURNING id`.execute(tx.db);
    await releaseKept(
      tx.db,
      jobs,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}

/** Empties the evidence of all cases that nobody can appeal any more. */
export async function purgeEvidence(services: Services): Promise<void> {
  while ((await purgeSome(services)) === PURGED_AT_ONCE);
}
