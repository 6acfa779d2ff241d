/** Messages that a decision hides, as rows of `put_away_rows`. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { LockedMessage } from './queries.ts';

/** Stores the text and the files of a message under a decision, unless the message is empty already. */
export async function storeHidden(db: Db, { id, sender_id }: LockedMessage, decisionId: string): Promise<void> {
  await sql`
    INSERT INTO put_away_rows (decision_id, user_id, relation, row)
    SELECT ${decisionId}::uuid, ${sender_id}::uuid, 'messages', jsonb_build_object('id', m.id, 'content', m.content,
      'post_id', m.post_id, 'files', (SELECT coalesce(jsonb_agg(a), '[]') FROM message_attachments a
        WHERE a.message_id = m.id))
    FROM messages m WHERE m.id = ${id}::uuid AND m.deleted_at IS NULL`.execute(db);
}

type HiddenMessage = { messageId: string; senderId: string };

export async function selectHidden(db: Db, decisionId: string): Promise<HiddenMessage[]> {
  const { rows } = await sql<HiddenMessage>`
    SELECT row ->> 'id' AS "messageId", user_id AS "senderId" FROM put_away_rows
    WHERE decision_id = ${decisionId}::uuid AND relation = 'messages' ORDER BY id`.execute(db);
  return rows;
}

/** Deletes what is stored of a hidden message; returns the ids of the uploads of its files. */
export async function deleteHidden(db: Db, { id, sender_id }: LockedMessage): Promise<string[]> {
  const { rows } = await sql<{ uploadId: string }>`
    WITH gone AS (
      DELETE FROM put_away_rows WHERE user_id = ${sender_id}::uuid AND relation = 'messages' AND row ->> 'id' = ${id}
      RETURNING row
    ) SELECT file ->> 'upload_id' AS "uploadId" FROM gone, jsonb_array_elements(row -> 'files') file`.execute(db);
  return rows.map(({ uploadId }) => uploadId);
}

/**
 * Fills a message again with what was stored. A job that is gone, or a file, is left out. Returns false if nothing is
 * stored any more, because the sender has deleted the message.
 */
export async function restoreHidden(db: Db, decisionId: string, messageId: string): Promise<boolean> {
  const { rows } = await sql`
    WITH stored AS (
      DELETE FROM put_away_rows WHERE decision_id = ${decisionId}::uuid AND relation = 'messages'
        AND row ->> 'id' = ${messageId} RETURNING row
    ), shown AS (
      UPDATE messages m SET content = row ->> 'content', deleted_at = NULL,
        post_id = (SELECT p.id FROM posts p WHERE p.id = (row ->> 'post_id')::uuid)
      FROM stored WHERE m.id = ${messageId}::uuid RETURNING 1
    ), files AS (
      INSERT INTO message_attachments
      SELECT file.* FROM stored, jsonb_populate_recordset(NULL::message_attachments, row -> 'files') file
      WHERE EXISTS (SELECT 1 FROM uploads u WHERE u.id = file.upload_id)
    )
    SELECT 1 FROM shown`.execute(db);
  return rows.length > 0;
}
