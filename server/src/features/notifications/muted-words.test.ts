/** Content with a word or tag that the recipient has muted causes no notification, and so no mail and no push. */
import { createMute } from '@afterhours/contract/mutes';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { updatePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { prefer } from '#testing/notifications/notification-mail.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let postId: string;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
  postId = (await buildPost(app, ana))._id;
});
afterAll(() => app.close());

const mute = (kind: 'word' | 'tag', value: string) => app.call(createMute, { token: ana.token, body: { kind, value } });
async function countNotifications(): Promise<number> {
  return (await succeed(app.call(listNotifications, { token: ana.token }))).totalLatestCount;
}
async function comment(text: string, more: object = {}, on = postId): Promise<string> {
  const response = await succeed(
    app.call(addEditComment, { token: ben.token, body: { post_id: on, comment: text, ...more } }),
  );
  return response.body._id;
}

describe('A muted word or tag', () => {
  it.each([
    ['word', 'CAFÉ', 'To the cafe, at night', 'To the cafeteria'],
    ['word', 'side hustle', 'My Side-Hustle', 'My hustle beside'],
    ['word', 'مصباح', 'هذا مصباح جديد', 'هذا نور جديد'],
    ['word', '電灯', '新しい電灯です', '新しい机です'],
    ['tag', '#Pottery', 'All about #pottery', 'All about pottery'],
  ] as const)('(%s %s) suppresses only comments that contain it', async (kind, value, withIt, without) => {
    await mute(kind, value);
    await comment(withIt);
    expect(await countNotifications()).toBe(0);
    await comment(without);
    expect(await countNotifications()).toBe(1);
  });

  it('is recognized in replies and mentions, including those in posts and edited comments', async () => {
    await mute('word', 'lottery');
    const response = await app.call(addEditComment, { token: ana.token, body: { post_id: postId, comment: 'Hello' } });
    const parent_id = response.ok ? response.body._id : '';
    await comment('A lottery!', { parent_id });
    const { _id: other } = await buildPost(app, ben, { description: `The lottery of @${ana.user.username}` });
    await comment(`@${ana.user.username}, the lottery`, {}, other);
    const edited = await comment('Nothing', {}, other);
    await comment(`@${ana.user.username}, the lottery again`, { comment_id: edited }, other);
    const body = { _id: other, description: `The lottery of @${ana.user.username}, with prizes` };
    await app.call(updatePost, { token: ben.token, body });
    expect(await countNotifications()).toBe(0);
    await comment('A raffle!', { parent_id });
    await comment(`@${ana.user.username}, a raffle`, {}, other);
    expect(await countNotifications()).toBe(2);
  });

  it('causes no mail', async () => {
    await prefer(app, ana, { kinds: [{ kind: 'commented', mail: 'instant' }] });
    const waiting = () =>
      app.services.db.selectFrom('notification_mails').selectAll().where('user_id', '=', ana.id).execute();
    await mute('word', 'lottery');
    await comment('The lottery');
    expect(await waiting()).toEqual([]);
    await comment('The raffle');
    expect(await waiting()).toHaveLength(1);
  });

  it('suppresses nothing if it is another member’s or has expired', async () => {
    await app.call(createMute, { token: ben.token, body: { kind: 'word', value: 'lottery' } });
    await app.call(createMute, { token: ana.token, body: { kind: 'word', value: 'raffle', until: '24h' } });
    await app.database.pool.query(`UPDATE mutes SET until = now() - interval '1 second' WHERE user_id = $1`, [ana.id]);
    await comment('A lottery and a raffle');
    expect(await countNotifications()).toBe(1);
  });

  it('also works when a server of the previous version has stored it', async () => {
    await mute('word', 'Lottery');
    await sql`UPDATE mutes SET folded = NULL`.execute(app.services.db);
    await comment('A lottery!');
    expect(await countNotifications()).toBe(0);
  });
});
