import { createFilter } from '@afterhours/contract/moderation/automation';
import { reportPost, setBlock } from '@afterhours/contract/moderation/moderation';
import { decideCase, listCases } from '@afterhours/contract/moderation/staff-cases';
import { listNotifications, type Notification } from '@afterhours/contract/notifications/notifications';
import { setFollow } from '@afterhours/contract/people/follow';
import { completePeople } from '@afterhours/contract/people/people-completion';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { deletePost, updatePost } from '@afterhours/contract/posts/posts';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let mei: TestMember;

beforeEach(async () => {
  app = await buildTestApp();
  ana = await buildMember(app, { firstName: 'Ana', username: 'ana' });
  ben = await buildMember(app, { firstName: 'Ben', username: 'ben' });
  mei = await buildMember(app, { firstName: 'Mei', username: 'mei' });
});
afterEach(() => app.close());

async function notificationsOf(member: TestMember): Promise<Notification[]> {
  return (await succeed(app.call(listNotifications, { token: member.token, query: {} }))).body.notifications;
}
const age = (member: TestMember) =>
  app.services.db
    .updateTable('users')
    .set({ created_at: sql`now() - interval '8 days'` })
    .where('id', '=', member.id)
    .execute();
const write = (description: string, author = ana) => buildPost(app, author, { description });
const edit = (postId: string, description: string, author = ana) =>
  app.call(updatePost, { token: author.token, body: { _id: postId, description } });
const writeComment = (postId: string, comment: string, author = ana, commentId: string | null = null) =>
  app.call(addEditComment, { token: author.token, body: { post_id: postId, comment, comment_id: commentId } });
const set = (member: TestMember, body: Record<string, unknown>) =>
  app.call(updateProfile, { token: member.token, body });
const notices = async () =>
  (await app.services.db.selectFrom('notifications').select('user_id').where('kind', '=', 'mentioned').execute())
    .length;

describe('A mentioned member', () => {
  it('is notified of it, with its subject and place', async () => {
    const post = await write('Thanks, @mei and @ana');
    expect(await notificationsOf(mei)).toMatchObject([
      {
        type: 'comment',
        kind: 'mentioned',
        content: `Ana Lima mentioned you`,
        link: `/activities#${post._id}`,
        subject: { about: 'post', text: 'Thanks, @mei and @ana' },
      },
    ]);
    expect(await notificationsOf(ana)).toEqual([]);
    const commented = await writeComment(post._id, 'And @ben', mei);
    const commentId = commented.ok ? commented.body._id : '';
    expect(await notificationsOf(ben)).toMatchObject([
      { kind: 'mentioned', action: 'reply', parent_id: commentId, subject: { about: 'comment', text: 'And @ben' } },
    ]);
  });

  it('gets one notification for several comments on a post, about the newest that mentions them', async () => {
    const post = await write('An evening note', ben);
    await writeComment(post._id, 'First @mei');
    await writeComment(post._id, 'Second @mei', ben);
    await writeComment(post._id, 'Nobody', ben);
    expect(await notificationsOf(mei)).toMatchObject([
      { kind: 'mentioned', othersCount: 1, actor: { _id: ben.id }, subject: { text: 'Second @mei' } },
    ]);
  });

  it('is notified once, however often the text is edited', async () => {
    const post = await write('With @mei');
    for (const text of ['With @mei!', 'Alone', 'With @mei again']) await edit(post._id, text);
    expect(await notificationsOf(mei)).toHaveLength(1);
    await edit(post._id, 'With @mei and @ben');
    expect(await notificationsOf(mei)).toHaveLength(1);
    expect(await notificationsOf(ben)).toHaveLength(1);
  });

  it('is notified once of a comment on their own post, or of a reply', async () => {
    const post = await write('Mine', mei);
    const commented = await writeComment(post._id, 'Look, @mei');
    expect((await notificationsOf(mei)).map(({ kind }) => kind)).toEqual(['commented']);
    await writeComment(post._id, 'Look here, @mei', ana, commented.ok ? commented.body._id : '');
    expect((await notificationsOf(mei)).map(({ kind }) => kind)).toEqual(['commented']);
  });

  it('is not notified with the setting for comments off, or about content that they cannot see', async () => {
    await set(ben, { comment_notification: 'Off' });
    await app.call(setBlock, { token: mei.token, body: { userId: ana.id } });
    const others = await buildMember(app, { username: 'reporter' });
    const post = await write('@ben @mei');
    await app.call(reportPost, { token: others.token, body: { post_id: post._id } });
    // Mei and ben, who wrote the comment, can see each other; mei and ana, whose post it is, cannot.
    await writeComment(post._id, '@mei and @reporter', ben);
    expect(await notices()).toBe(0);
  });

  it('loses the notification with the post or the comment', async () => {
    const post = await write('With @mei');
    const commented = await writeComment(post._id, 'With @ben');
    expect(commented.ok).toBe(true);
    expect(await notices()).toBe(2);
    await app.call(deletePost, { token: ana.token, params: { id: post._id } });
    expect(await notices()).toBe(0);
  });
});

describe('The number of members notified of one text', () => {
  async function crowd(count: number): Promise<string[]> {
    const rows = Array.from({ length: count }, (_, index) => `m${String(index).padStart(3, '0')}`);
    await sql`
      WITH made AS (
        INSERT INTO users (id, email, username, first_name, last_name)
        SELECT gen_random_uuid(), name || '@example.com', name, 'Member', 'Of a crowd' FROM unnest(${rows}::text[]) name
        RETURNING id
      ) SELECT count(*) FROM made`.execute(app.services.db);
    return rows.map((name) => `@${name}`);
  }

  it('is ten, of five hundred mentioned members, across all edits', async () => {
    await age(ana);
    const names = await crowd(500);
    const post = await write(names.join(' '));
    expect(post.mentions).toHaveLength(500);
    expect(await notices()).toBe(10);
    await edit(post._id, 'Nobody');
    await edit(post._id, `@ben @mei ${names.join(' ')}`);
    expect(await notices()).toBe(10);
  });

  it('is three for an author who joined less than a week ago', async () => {
    const names = await crowd(6);
    const post = await write(names.slice(0, 2).join(' '));
    expect(await notices()).toBe(2);
    await Promise.all([edit(post._id, names.join(' ')), edit(post._id, names.toReversed().join(' '))]);
    expect(await notices()).toBe(3);
    await buildComment(app, ben, post._id);
    await writeComment(post._id, names.join(' '));
    expect(await notificationsOf(ben)).toEqual([]);
  });
});

describe('The setting for who may mention a member', () => {
  it('makes mentions by other members plain text, notifies nobody, and hides the name from completion', async () => {
    const named = async (author: TestMember) => (await write('@mei', author)).mentions.length;
    const completed = async () => {
      const response = await app.call(completePeople, { token: ana.token, query: { q: 'mei' } });
      return response.ok && response.body.length;
    };
    expect(await set(mei, { mentions_from: 'following' })).toMatchObject({
      message: 'Settings saved.',
      body: { mentions_from: 'following' },
    });
    expect([await named(ana), await completed(), await notices()]).toEqual([0, 0, 0]);
    await app.call(setFollow, { token: mei.token, body: { action: 'follow', follow_user_id: ana.id } });
    expect([await named(ana), await completed(), await notices()]).toEqual([1, 1, 1]);
    await set(mei, { mentions_from: 'nobody' });
    expect([await named(ana), await completed(), await notices()]).toEqual([0, 0, 1]);
    expect(await named(mei)).toBe(1);
    expect(await set(mei, { mentions_from: 'friends' })).toMatchObject({
      status: 422,
      errors: [{ field: 'mentions_from', message: "This must be 'everyone', 'following' or 'nobody'." }],
    });
  });
});

describe('A member mentioned in a text that a filter holds', () => {
  const filter = {
    kind: 'words',
    effect: 'hold',
    places: ['posts', 'comments'],
    note: 'No gambling',
    entries: ['casino'],
  };

  it('is notified once it is released, unless they were notified before', async () => {
    const owner = await buildStaff(app, 'owner');
    expect(await app.call(createFilter, { token: owner.token, body: filter })).toMatchObject({ ok: true });
    const [held, shown] = [await write('A casino for @mei'), await write('An evening for @ben')];
    await edit(shown._id, 'A casino for @ben and @mei');
    expect([await notificationsOf(mei), (await notificationsOf(ben)).length]).toEqual([[], 1]);
    await edit(held._id, 'A bakery for @mei');
    await edit(shown._id, 'A bakery for @ben and @mei');
    expect([(await notificationsOf(mei)).length, (await notificationsOf(ben)).length]).toEqual([2, 1]);
    const { _id: postId } = await write('An evening note', ben);
    await writeComment(postId, 'A casino, @mei');
    expect(await notices()).toBe(3);
    const waiting = await app.call(listCases, { token: owner.token, query: { kind: 'comment' } });
    const id = waiting.ok ? (waiting.body[0]?._id ?? '') : '';
    const body = { action: 'none', statement: 'We have looked at it.' };
    expect(await app.call(decideCase, { token: owner.token, params: { id }, body })).toMatchObject({ ok: true });
    expect((await notificationsOf(mei)).length).toBe(3);
  });
});
