/** The label of a post, comment or member: that of the latest labelling decision that has not been reversed. */
import type { CaseKind } from '@afterhours/contract/moderation/staff-cases';
import { sql } from 'kysely';
import { memberTouched, postTouched } from '#access/touched.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { commentLabelled, postLabelled } from '#features/moderation/events.ts';
import { lockPostRow } from '../decision-queries.ts';

type Labelled = { subject_kind: CaseKind; subject_id: string };

const selectPostOfComment = (db: Db, commentId: string) =>
  db.selectFrom('comments').select('post_id').where('id', '=', commentId).executeTakeFirst();

/** Recomputes the label from the decisions. */
async function updateLabel(db: Db, table: 'posts' | 'comments' | 'users', id: string): Promise<void> {
  await sql`
    UPDATE ${sql.table(table)} SET label = (
      SELECT d.label FROM decisions d WHERE d.subject_id = ${id}::uuid AND d.action = 'label'
        AND NOT EXISTS (SELECT 1 FROM decisions later WHERE later.reverses = d.id)
      ORDER BY d.id DESC LIMIT 1)
    WHERE id = ${id}::uuid`.execute(db);
}

/**
 * Sets or removes the label as the decisions require. Locks the row first, so that the later of two concurrent
 * decisions sees the other. Does nothing if the subject is gone.
 */
export async function refreshLabel(tx: Tx, { subject_kind, subject_id }: Labelled): Promise<void> {
  if (subject_kind === 'member') {
    await tx.db.selectFrom('users').select('id').where('id', '=', subject_id).forUpdate().execute();
    await updateLabel(tx.db, 'users', subject_id);
    await tx.emit(memberTouched, { userId: subject_id, changed: 'profile' });
    return;
  }
  const isComment = subject_kind === 'comment';
  const postId = isComment ? (await selectPostOfComment(tx.db, subject_id))?.post_id : subject_id;
  if (postId === undefined) return;
  await lockPostRow(tx.db, postId);
  await updateLabel(tx.db, isComment ? 'comments' : 'posts', subject_id);
  await tx.emit(postTouched, { postId });
  if (isComment) await tx.emit(commentLabelled, { commentId: subject_id, postId });
  else await tx.emit(postLabelled, { postId });
}
