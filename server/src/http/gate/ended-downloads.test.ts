/** Downloads that are still running when their session ends. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import path from 'node:path';
import { exportAccount } from '@afterhours/contract/account/account-data';
import { deleteOtherSessions } from '@afterhours/contract/account/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { listen } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { buildDecision } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

/** More than the buffers between the server and its client hold. */
const FILE_BYTES = 32 * 1024 * 1024;
let app: TestApp;
let origin: string;

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
});
afterAll(() => app.close());

/** Starts the export of a new member with a large file, and reads nothing of it yet. */
async function startExport(): Promise<{ member: TestMember; response: IncomingMessage }> {
  const member = await buildMember(app);
  const filename = `${newId()}.pdf`;
  const source = path.join(app.dataDir, filename);
  await writeFile(source, randomBytes(FILE_BYTES));
  const contentType = 'application/pdf';
  await app.services.storage.put(`message/${filename}`, { path: source, bytes: FILE_BYTES, contentType });
  const file = { folder: 'message', filename, bytes: FILE_BYTES, kind: 'document', content_type: contentType } as const;
  const owned = { id: newId(), owner_id: member.id, used_at: new Date(), original_name: 'notes.pdf' };
  await app.services.db
    .insertInto('uploads')
    .values({ ...file, ...owned })
    .execute();
  const headers = { authorization: `Bearer ${member.token}` };
  const [response] = await once(http.get(`${origin}/api${exportAccount.path}`, { headers }), 'response');
  return { member, response };
}

/** Reads the rest of a response; returns whether it was complete. */
async function readRest(response: IncomingMessage): Promise<boolean> {
  response.on('error', () => undefined).resume();
  await new Promise((resolve) => response.once('close', resolve));
  return response.complete;
}

const nextRevoked = () => new Promise((resolve) => app.services.sessions.onRevoked(resolve));

it('A download breaks off when its session ends', async () => {
  const { member, response } = await startExport();
  const other = await signIn(app, { email: member.user.email, password: PASSWORD });
  const revoked = nextRevoked();
  await succeed(app.call(deleteOtherSessions, { token: other.token }));
  await revoked;
  expect(await readRest(response)).toBe(false);
});

it('A download that is also open to banned members goes on after a ban', async () => {
  const { member, response } = await startExport();
  const revoked = nextRevoked();
  const sanction = { decision_id: await buildDecision(app, member), user_id: member.id, until: null };
  await app.services.db.insertInto('sanctions').values(sanction).execute();
  await revoked;
  expect(await readRest(response)).toBe(true);
});
