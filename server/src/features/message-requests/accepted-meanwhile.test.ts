/** A request that is accepted while its receiver's block or report of it waits for the database. */
import { answerMessageRequest } from '@afterhours/contract/messages/message-requests';
import { createMessage } from '@afterhours/contract/messages/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMembers } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

it.each(['block', 'report'])(
  'A request that is accepted meanwhile stays accepted: %s changes nothing',
  async (action) => {
    const { pool } = app.database;
    const [ana, ben] = await buildMembers(app, 2);
    const request = { token: ana.token, body: { content: 'Hello', receiver_id: ben.id } };
    const { uniquekey, _id } = (await succeed(app.call(createMessage, request))).body;
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('UPDATE conversation_members SET request = NULL WHERE user_id = $1', [ben.id]);
    const answer = app.call(answerMessageRequest, { token: ben.token, params: { id: uniquekey }, body: { action } });
    await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1);
    await holder.query('COMMIT');
    holder.release();
    expect(await answer).toMatchObject({ ok: false, status: 409 });
    const rest = `SELECT 1 FROM member_blocks WHERE by_user AND user_id = $1
    UNION ALL SELECT 1 FROM cases WHERE subject_id = $2`;
    expect((await pool.query(rest, [ben.id, _id])).rows).toEqual([]);
  },
);
