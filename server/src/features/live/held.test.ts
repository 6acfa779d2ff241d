/** The events that open pages receive about held, hidden and released content. */
import { reportPost } from '@afterhours/contract/moderation/moderation';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { updatePost } from '@afterhours/contract/posts/posts';
import { serverEvents } from '@afterhours/contract/realtime';
import { leaveSeat, takeSeat } from '@afterhours/contract/webinars/webinars';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFiltering } from '#testing/calls/filtering.ts';
import { connectSocket, listen, openTabFor } from '#testing/calls/sockets.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar } from '#testing/rows/payments.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

type PostEvent = ReturnType<typeof serverEvents.post.parse>;

let app: TestApp;
let origin: string;
let owner: TestMember;
let ana: TestMember;
let ben: TestMember;
const open: Socket[] = [];

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
  owner = await buildStaff(app, 'owner');
  await addFilter();
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

const { addFilter, decide, publish } = createFiltering(() => ({ app, owner, ana }));

/** Opens a tab of a member that has the posts open; returns the events that it receives. */
async function watch(member: TestMember, ...postIds: string[]): Promise<PostEvent[]> {
  const socket = await connectSocket(origin, member);
  open.push(socket);
  const received: PostEvent[] = [];
  socket.on('post', (payload: unknown) => received.push(serverEvents.post.parse(payload)));
  for (const post_id of postIds) await socket.timeout(5_000).emitWithAck('watch', { post_id });
  return received;
}

it('A post that is held when it is published sets the default audience of the next one in all open tabs', async () => {
  const tab = await openTabFor('ownProfile', origin, ana);
  await publish('A casino', ana, { visibility: 'members' });
  await expect.poll(() => tab.at(-1)?.user).toMatchObject({ post_visibility: 'members' });
});

describe('A post that is held after it was public', () => {
  it("stays in its author's tabs, which reload it, and becomes unavailable in the others", async () => {
    const { _id } = await buildPost(app, ana);
    const [one, two, reading] = [await watch(ana, _id), await watch(ana, _id), await watch(ben, _id)];
    const kept = { post_id: _id, edited: true };
    await app.call(updatePost, { token: ana.token, body: { _id, description: 'A casino' } });
    await expect.poll(() => reading).toContainEqual({ post_id: _id, deleted: true, unavailable: true });
    for (const tab of [one, two]) await expect.poll(() => tab).toContainEqual(kept);
    await decide(_id, 'none');
    // The release removes the note.
    for (const tab of [one, two]) await expect.poll(() => tab.length).toBeGreaterThan(1);
    for (const tab of [one, two]) expect(tab.filter(({ deleted }) => deleted)).toEqual([]);
  });

  it("disappears from its author's tabs, too, when it is hidden", async () => {
    const { _id } = await buildPost(app, ana);
    const [mine, reading] = [await watch(ana, _id), await watch(ben, _id)];
    await app.call(reportPost, { token: owner.token, body: { post_id: _id } });
    await decide(_id, 'hide');
    for (const tab of [mine, reading])
      await expect.poll(() => tab).toEqual([{ post_id: _id, deleted: true, unavailable: true }]);
  });
});

describe('The seats left in a webinar that staff have hidden', () => {
  it('are sent to nobody who has it open', async () => {
    const webinar = await buildWebinar(app, ana, { price: 0, capacity: 2 });
    const params = { id: webinar._id };
    await app.call(takeSeat, { token: ben.token, params });
    const other = await buildPost(app, ana);
    const reading = await watch(ben, webinar._id, other._id);
    await app.call(reportPost, { token: owner.token, body: { post_id: webinar._id } });
    await decide(webinar._id, 'hide');
    const gone = { post_id: webinar._id, deleted: true, unavailable: true };
    await expect.poll(() => reading).toEqual([gone]);
    expect(await app.call(leaveSeat, { token: ben.token, params })).toMatchObject({ ok: true });
    await app.services.serialQueue.settled();
    await buildComment(app, ana, other._id);
    await expect.poll(() => reading.at(-1)).toMatchObject({ post_id: other._id });
    expect(reading.slice(0, -1)).toEqual([gone]);
  });
});

describe('A comment that is held after it was public', () => {
  it("stays in its author's tabs with the rule until it is released, and disappears from the others", async () => {
    const post = await buildPost(app, ben);
    const comment = await buildComment(app, ana, post._id);
    const [mine, reading] = [await watch(ana, post._id), await watch(ben, post._id)];
    const body = { post_id: post._id, comment_id: comment._id, comment: 'A casino' };
    await app.call(addEditComment, { token: ana.token, body });
    const lost = { post_id: post._id, commentsCount: 0, deletedComment: { _id: comment._id, parent_id: null } };
    await expect.poll(() => reading).toContainEqual(lost);
    const kept = { commentsCount: 0, comment: { _id: comment._id, held: { rule: 'No gambling' } } };
    await expect.poll(() => mine.at(-1)).toMatchObject(kept);
    expect(mine.filter(({ deletedComment }) => deletedComment)).toEqual([]);
    await decide(comment._id, 'none');
    await expect.poll(() => mine.at(-1)).toMatchObject({ commentsCount: 1, comment: { _id: comment._id } });
    expect(mine.at(-1)?.comment?.held).toBeUndefined();
    await expect.poll(() => reading.at(-1)).toMatchObject({ commentsCount: 1, comment: { comment: 'A casino' } });
  });
});

describe('A comment that is held when it is written', () => {
  it("appears in all of its author's tabs, and in no others", async () => {
    const post = await buildPost(app, ben);
    const [mine, reading] = [await watch(ana, post._id), await watch(ben, post._id)];
    const body = { post_id: post._id, comment: 'A casino' };
    const written = await app.call(addEditComment, { token: ana.token, body });
    const _id = written.ok ? written.body._id : '';
    await expect
      .poll(() => mine)
      .toMatchObject([{ commentsCount: 0, comment: { _id, held: { rule: 'No gambling' } } }]);
    const shown = await buildComment(app, ben, post._id);
    await expect.poll(() => reading).toMatchObject([{ comment: { _id: shown._id } }]);
  });
});
