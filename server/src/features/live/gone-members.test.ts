import { deleteAccount } from '@afterhours/contract/account/account-data';
import { likePost } from '@afterhours/contract/posts/likes';
import type { Post } from '@afterhours/contract/posts/posts';
import { setRating } from '@afterhours/contract/posts/ratings';
import { serverEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#db/statements/transaction.ts';
import { imposeSanction } from '#features/moderation/sanctions/sanction-commands.ts';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildDecision } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let origin: string;
let author: TestMember;
let leaver: TestMember;
const open: Socket[] = [];

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
});
beforeEach(async () => {
  [author, leaver] = [await buildMember(app), await buildMember(app)];
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

/** Opens a tab that shows a liked post, a rated one, and one without either; returns what it learns of each. */
async function watchReactions() {
  const [liked, rated, other] = [
    await buildPost(app, author),
    await buildPost(app, author),
    await buildPost(app, author),
  ];
  await app.call(likePost, { token: leaver.token, body: { post_id: liked._id, status: true } });
  const rating = { user_id: author.id, _id: rated._id, rating: 5 };
  await app.call(setRating, { token: leaver.token, body: rating });
  await app.services.serialQueue.settled();
  const socket = await connectSocket(origin, author);
  open.push(socket);
  const seen: Record<string, object> = {};
  socket.on('post', (payload: unknown) => {
    const event = serverEvents.post.parse(payload);
    seen[event.post_id] = { ...seen[event.post_id], ...event };
  });
  for (const { _id } of [liked, rated, other]) await socket.timeout(5_000).emitWithAck('watch', { post_id: _id });
  const none = ({ _id }: Post) => ({ [_id]: { post_id: _id, likesCount: 0, averageRating: 0, ratingsCount: 0 } });
  return { seen, expected: { ...none(liked), ...none(rated) } };
}

it('The likes and ratings of a member who deletes the account disappear from open posts', async () => {
  const { seen, expected } = await watchReactions();
  await app.call(deleteAccount, { token: leaver.token, body: { password: PASSWORD } });
  await expect.poll(() => seen).toEqual(expected);
});

it('The likes and ratings of a banned member disappear from open posts', async () => {
  const { seen, expected } = await watchReactions();
  const decisionId = await buildDecision(app, leaver);
  await inTransaction(app.services, (tx) =>
    imposeSanction(app.services, tx, { decisionId, userId: leaver.id, until: null }),
  );
  await expect.poll(() => seen).toEqual(expected);
});
