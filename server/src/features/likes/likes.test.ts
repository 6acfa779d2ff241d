import { setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { likeComment, likePost, listPostLikes } from '@afterhours/contract/posts/likes';
import { deletePost, getPost, type Post } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { selectPostLikes } from './queries.ts';

const UNKNOWN_ID = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let callers: TestMember[];

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
  callers = await Promise.all(Array.from({ length: 24 }, () => buildMember(app)));
});
afterAll(() => app.close());

const like = (member: TestMember, postId: string, status: unknown = true) =>
  app.call(likePost, { token: member.token, body: { post_id: postId, status } });

/** Waits until a statement is waiting for a lock. */
const waitForLock = (db: TestApp['services']['db']) =>
  vi.waitFor(async () => {
    const { rows } = await sql`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
    expect(rows).not.toEqual([]);
  });

describe('Likes of a post', () => {
  it('count each member once, despite repeated and concurrent calls', async () => {
    const post = await buildPost(app, ana);
    const responses = await Promise.all([...callers, ...callers, ...callers].map((member) => like(member, post._id)));
    expect(responses.every((response) => response.ok)).toBe(true);
    const seen = await app.call(getPost, { token: ana.token, params: { id: post._id } });
    expect(seen).toMatchObject({ body: { likesCount: 24, isLiked: false } });
    if (seen.ok) expect(seen.body.likes).toHaveLength(20);
  });

  it('are removed with the status false, as a boolean or as text', async () => {
    const post = await buildPost(app, ana);
    await like(ana, post._id, 'true');
    expect(await like(ana, post._id, 'false')).toMatchObject({ body: { isLiked: false, likesCount: 0 } });
    expect(await like(ana, post._id, false)).toMatchObject({ body: { likesCount: 0 } });
  });

  it('are counted for each member without those of members whom they have blocked', async () => {
    const post = await buildPost(app, ana);
    const [first, second, third] = [callers[0]!, callers[1]!, callers[2]!];
    await app.call(setBlock, { token: third.token, body: { userId: first.id } });
    expect(await like(first, post._id)).toMatchObject({ body: { likesCount: 1 } });
    expect(await like(third, post._id)).toMatchObject({ body: { likesCount: 1 } });
    expect(await like(second, post._id)).toMatchObject({ body: { likesCount: 3 } });
    expect(await like(second, post._id)).toMatchObject({ body: { likesCount: 3 } });
    expect(await like(second, post._id, false)).toMatchObject({ body: { isLiked: false, likesCount: 2 } });
    const together = await Promise.all([
      like(third, post._id, false),
      like(first, post._id, false),
      like(ana, post._id),
    ]);
    expect(together.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await like(third, post._id, false)).toMatchObject({ body: { likesCount: 1 } });
    await app.call(setBlock, { token: third.token, body: { userId: first.id, action: 'unblock' } });
  });

  it('end with the correct count when likes and unlikes race', async () => {
    const post = await buildPost(app, ana);
    await Promise.all(
      callers.flatMap((member) => [
        like(member, post._id, true),
        like(member, post._id, false),
        like(member, post._id, true),
      ]),
    );
    const { count } = await app.services.db
      .selectFrom('post_likes')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('post_id', '=', post._id)
      .executeTakeFirstOrThrow();
    expect(await app.call(getPost, { params: { id: post._id } })).toMatchObject({
      body: { likesCount: count },
    });
  });

  it('can be removed while they are being added on another server', async () => {
    const post = await buildPost(app, ana);
    const { db } = app.services;
    const { response } = await db.transaction().execute(async (adding) => {
      await adding.insertInto('post_likes').values({ post_id: post._id, user_id: ana.id }).execute();
      const removing = like(ana, post._id, false);
      await waitForLock(db);
      return { response: removing };
    });
    expect(await response).toMatchObject({ body: { isLiked: false, likesCount: 0 } });
    expect(await app.call(getPost, { token: ana.token, params: { id: post._id } })).toMatchObject({
      body: { likesCount: 0, isLiked: false },
    });
  });

  it('notify each owner exactly when set on many posts at once, and fail only on invisible posts', async () => {
    const owners = callers.slice(0, 3);
    const fans = callers.slice(3, 11);
    const posts = await Promise.all(owners.map((owner) => buildPost(app, owner)));
    await app.call(setBlock, { token: owners[0]!.token, body: { userId: fans[0]!.id } });
    const all = (status: boolean) =>
      Promise.all(
        fans.flatMap((fan) => [...posts.map(({ _id }) => _id), UNKNOWN_ID].map((id) => like(fan, id, status))),
      );
    const notified = async (owner: TestMember, post: Post) => {
      const response = await app.call(listNotifications, { token: owner.token });
      const about = response.ok ? response.body.notifications.filter(({ parent_id }) => parent_id === post._id) : [];
      return about.map(({ content }) => /and (\d+) others/.exec(content)?.[1]);
    };
    const responses = await all(true);
    expect(responses.map(({ status }) => status)).toEqual([
      404,
      200,
      200,
      404,
      ...fans.slice(1).flatMap(() => [200, 200, 200, 404]),
    ]);
    for (const [place, others] of ['6', '7', '7'].entries()) {
      const [owner, post] = [owners[place]!, posts[place]!];
      expect(await notified(owner, post)).toEqual([others]);
      const seen = await app.call(getPost, { token: owner.token, params: { id: post._id } });
      expect(seen).toMatchObject({ body: { likesCount: Number(others) + 1 } });
    }
    await all(false);
    for (const [place, post] of posts.entries()) expect(await notified(owners[place]!, post)).toEqual([]);
  });

  it('are refused for a post that does not exist, even if it is deleted at the same moment', async () => {
    expect(await like(ana, UNKNOWN_ID)).toMatchObject({
      ok: false,
      status: 404,
      message: 'This post is no longer available.',
    });
    const post = await buildPost(app, ana);
    const racing = callers.map((member) => like(member, post._id));
    const deleted = app.call(deletePost, { token: ana.token, params: { id: post._id } });
    for (const response of await Promise.all([...racing, deleted])) expect([200, 404]).toContain(response.status);
  });
});

describe('Likes of a comment', () => {
  it('lock rows in the same order as the deletion of its post, so that neither is retried', async () => {
    const post = await buildPost(app, ana);
    const comment = await buildComment(app, ana, post._id);
    const { db } = app.services;
    const body = { comment_id: comment._id, status: true };
    const liked = await db.transaction().execute(async (deleting) => {
      await deleting.selectFrom('posts').select('id').where('id', '=', post._id).forUpdate().execute();
      const liking = app.call(likeComment, { token: callers[0]?.token ?? '', body });
      // By now the like waits behind the deletion, and holds no lock that the deletion needs.
      await waitForLock(db);
      await sql`SET LOCAL lock_timeout = '200ms'`.execute(deleting);
      await sql`SELECT 1 FROM comments WHERE id = ${comment._id}::uuid FOR UPDATE`.execute(deleting);
      await deleting.deleteFrom('posts').where('id', '=', post._id).execute();
      return { liking };
    });
    expect(await liked.liking).toMatchObject({ status: 404 });
  });

  it('are counted, and require the comment to belong to the post', async () => {
    const post = await buildPost(app, ana);
    const other = await buildPost(app, ana);
    const comment = await buildComment(app, ana, post._id);
    const send = (postId: string | undefined) =>
      app.call(likeComment, { token: ana.token, body: { comment_id: comment._id, post_id: postId, status: true } });
    expect(await send(other._id)).toMatchObject({ ok: false, status: 404 });
    expect(await send(post._id)).toMatchObject({ body: { isLiked: true, likesCount: 1 } });
    expect(await send(undefined)).toMatchObject({ body: { likesCount: 1 } });
  });
});

describe("The list of a post's likes", () => {
  it.each(['a guest', 'a member'])('shows %s each like once, newest first, page by page', async (viewer) => {
    const post = await buildPost(app, ana);
    for (const member of callers) await like(member, post._id);
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof app.call<typeof listPostLikes>>> = await app.call(listPostLikes, {
        ...(viewer === 'a member' ? { token: ana.token } : {}),
        params: { post_id: post._id },
        query: { limit: '7', ...(cursor ? { cursor } : {}) },
      });
      if (!page.ok) throw new Error(page.message);
      expect(page.total).toBe(24);
      names.push(...page.body.map((entry) => entry.likeuser._id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(names).toEqual(callers.map((member) => member.id).reverse());
  });

  it('takes one statement for any number of likes, from its index; a numbered page starts at its offset', async () => {
    const post = await buildPost(app, ana);
    for (const member of callers.slice(0, 5)) await like(member, post._id);
    const list = (query: Record<string, string>) =>
      app.call(listPostLikes, { token: ana.token, params: { post_id: post._id }, query });
    for (const limit of ['1', '50']) expect(await app.countStatements(() => list({ limit }))).toBe(1);
    const second = await list({ limit: '2', activepage: '2' });
    expect(second).toMatchObject({ total: 5, page: 2, body: [{ likeuser: { _id: callers[2]?.id } }, {}] });
    // Gives the planner the statistics of a table in use.
    await sql`VACUUM ANALYZE post_likes`.execute(app.services.db);
    for (const after of [null, ['2026-01-01T00:00:00.000Z', post._id]]) {
      const start = { limit: 20, offset: 0, page: 1, after };
      const plan = await explain(app.services.db, (tx) => selectPostLikes(tx, post._id, ana.id, start));
      expect(plan).toContain('post_likes_newest');
    }
  });

  it('is refused for a post that does not exist or that the viewer has reported', async () => {
    const post = await buildPost(app, ana);
    const [viewer] = callers as [TestMember];
    const list = () => app.call(listPostLikes, { token: viewer.token, params: { post_id: post._id } });
    expect(await list()).toMatchObject({ ok: true, body: [], total: 0 });
    await app.services.db
      .insertInto('post_reports')
      .values({ id: newId(), user_id: viewer.id, post_id: post._id, reason: 'spam' })
      .execute();
    expect(await list()).toMatchObject({ status: 404, message: 'This post is no longer available.' });
  });
});
