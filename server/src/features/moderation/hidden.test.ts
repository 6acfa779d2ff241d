import { deleteAccount } from '@afterhours/contract/account/account-data';
import { reportPost, setBlock } from '@afterhours/contract/moderation/moderation';
import { serverEvents } from '@afterhours/contract/realtime';
import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#db/statements/transaction.ts';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { insertFollowers } from '#testing/rows/crowd.ts';
import { buildMembers, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { memberBanned } from './events.ts';

let app: TestApp;
let origin: string;
let ana: TestMember;
let ben: TestMember;
const open: Socket[] = [];

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
  [ana, ben] = await buildMembers(app, 2);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

/** Returns the `hidden` events that a new tab of the member receives. */
async function openTab(member: TestMember) {
  const socket = await connectSocket(origin, member);
  open.push(socket);
  const hidden: ReturnType<typeof serverEvents.hidden.parse>[] = [];
  socket.on('hidden', (payload: unknown) => hidden.push(serverEvents.hidden.parse(payload)));
  return hidden;
}

describe('The hidden event', () => {
  it('tells all tabs of the reporter, and nobody else, that a post was reported', async () => {
    const post = await buildPost(app, ana);
    const [author, reporter, otherTab] = [await openTab(ana), await openTab(ben), await openTab(ben)];
    await app.call(reportPost, { token: ben.token, body: { post_id: post._id } });
    for (const tab of [reporter, otherTab]) await expect.poll(() => tab).toEqual([{ post_id: post._id }]);
    expect(author).toEqual([]);
  });

  it('is not sent to authors who report their own post, because they continue to see it', async () => {
    const [own, others] = [await buildPost(app, ben), await buildPost(app, ana)];
    const reporter = await openTab(ben);
    for (const post of [own, others]) await app.call(reportPost, { token: ben.token, body: { post_id: post._id } });
    await expect.poll(() => reporter).toEqual([{ post_id: others._id }]);
  });

  it('is sent to both members of a block', async () => {
    const [blocking, blocked] = [await openTab(ana), await openTab(ben)];
    await app.call(setBlock, { token: ana.token, body: { userId: ben.id, action: 'block' } });
    await expect.poll(() => blocking).toEqual([{ user_id: ben.id }]);
    await expect.poll(() => blocked).toEqual([{ user_id: ana.id }]);
  });

  it('is sent to everyone when an account is deleted, or banned', async () => {
    const gone = await buildMembers(app, 2);
    const tabs = [await openTab(ana), await openTab(ben)];
    const [deleted, banned] = gone;
    await app.call(deleteAccount, { token: deleted.token, body: { password: PASSWORD } });
    await inTransaction(app.services, (tx) => tx.emit(memberBanned, { userId: banned.id }));
    for (const tab of tabs) await expect.poll(() => tab).toEqual(gone.map(({ id }) => ({ user_id: id, gone: true })));
  });

  it('is sent when the deletion of a large account begins, however long it takes', async () => {
    const { db } = app.services;
    const [large] = await buildMembers(app, 1);
    await insertFollowers(db, large.id, 700);
    await sql`CREATE FUNCTION keep_members() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'kept'; END $$`.execute(
      db,
    );
    await sql`CREATE TRIGGER keep_members BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION keep_members()`.execute(
      db,
    );
    const tab = await openTab(ana);
    const deletion = { token: large.token, body: { password: PASSWORD } };
    expect(await app.call(deleteAccount, deletion)).toMatchObject({ ok: true });
    await expect.poll(() => tab).toEqual([{ user_id: large.id, gone: true }]);
  });
});
