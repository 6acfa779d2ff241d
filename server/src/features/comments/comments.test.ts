import { setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { addEditComment, deleteComment, listComments, replyOnComment } from '@afterhours/contract/posts/comments';
import { getPost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hiddenRepliesCount } from '#access/hidden-counts.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const UNKNOWN_ID = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let author: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [author, ben, cleo] = await buildMembers(app, 3);
});
afterAll(() => app.close());

describe('A new comment', () => {
  it('is returned with the exact count', async () => {
    const post = await buildPost(app, author);
    const response = await app.call(addEditComment, {
      token: ben.token,
      body: { post_id: post._id, comment: '  Lovely  ' },
    });
    expect(response).toMatchObject({
      ok: true,
      body: { comment: 'Lovely', user_id: ben.id, parent_id: null, commentLiked: false },
      commentsCount: 1,
    });
  });

  it.each([undefined, null, '', '   ', '\u0000', 5])('rejects %j as its text', async (comment) => {
    const post = await buildPost(app, author);
    const response = await app.call(addEditComment, { token: ben.token, body: { post_id: post._id, comment } });
    expect(response).toMatchObject({
      ok: false,
      status: 422,
      errors: [{ field: 'comment', message: 'Comment is required' }],
    });
  });

  it('may have 2,000 characters, but not one more', async () => {
    const post = await buildPost(app, author);
    const send = (length: number) =>
      app.call(addEditComment, { token: ben.token, body: { post_id: post._id, comment: 'x'.repeat(length) } });
    expect(await send(2000)).toMatchObject({ ok: true });
    expect(await send(2001)).toMatchObject({ ok: false, status: 422 });
  });

  it('is stored once per Idempotency-Key, also if the server died before it could respond', async () => {
    const post = await buildPost(app, author);
    const above = await buildComment(app, cleo, post._id);
    const write = (key: string) =>
      app.call(replyOnComment, {
        token: ben.token,
        headers: { 'idempotency-key': key },
        body: { post_id: post._id, parent_id: above._id, comment: 'Once' },
      });
    const first = await write('first');
    expect(first).toMatchObject({ ok: true, commentsCount: 2 });
    const same = { ok: true, body: first.ok && first.body, commentsCount: 2 };
    expect(await write('first')).toMatchObject(same);
    await sql`UPDATE idempotency_keys SET answer = NULL, created_at = now() - interval '2 minutes'
      WHERE user_id = ${ben.id}::uuid AND key = 'first'`.execute(app.services.db);
    expect(await write('first')).toMatchObject(same);
    expect(await write('second')).toMatchObject({ ok: true, commentsCount: 3 });
  });

  it('is counted exactly, even among concurrent ones', async () => {
    const post = await buildPost(app, author);
    await Promise.all(Array.from({ length: 20 }, (_, index) => buildComment(app, index % 2 ? ben : cleo, post._id)));
    expect(await app.call(getPost, { params: { id: post._id } })).toMatchObject({
      body: { commentsCount: 20, comments: { length: 3 } },
    });
  });
});

describe('Concurrent comments', () => {
  it('are refused only to members who cannot see the post or the parent comment', async () => {
    const [post, other] = [await buildPost(app, author), await buildPost(app, cleo)];
    const above = await buildComment(app, cleo, post._id);
    const blocked = await buildMember(app);
    await app.call(setBlock, { token: author.token, body: { userId: blocked.id, action: 'block' } });
    const write = (member: TestMember, postId: string, parentId?: string) => {
      const body = { post_id: postId, comment: 'So it is', ...(parentId ? { parent_id: parentId } : {}) };
      return app.call(parentId ? replyOnComment : addEditComment, { token: member.token, body });
    };
    const responses = await Promise.all([
      write(ben, post._id),
      write(blocked, post._id),
      write(ben, post._id, above._id),
      write(ben, other._id, above._id),
      write(blocked, other._id),
      write(cleo, UNKNOWN_ID),
      write(cleo, post._id, UNKNOWN_ID),
      write(cleo, post._id),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 200, 404, 200, 404, 404, 200]);
    expect(responses[2]).toMatchObject({ body: { parent_id: above._id, user: { _id: ben.id } } });
    expect(await app.call(getPost, { params: { id: post._id } })).toMatchObject({ body: { commentsCount: 4 } });
  });

  it('produce one notification that names everyone, refers to the first comment, and is deleted with it', async () => {
    const post = await buildPost(app, author);
    const callers = await Promise.all(Array.from({ length: 4 }, () => buildMember(app)));
    const written = await Promise.all([...callers, ...callers].map((member) => buildComment(app, member, post._id)));
    const notified = async () => {
      const response = await app.call(listNotifications, { token: author.token });
      return response.ok ? response.body.notifications.filter(({ link }) => link.endsWith(post._id)) : [];
    };
    const first = written.map(({ _id }) => _id).sort()[0] ?? '';
    expect(await notified()).toMatchObject([
      { parent_id: first, content: expect.stringContaining('and 3 others commented on your post') },
    ]);
    await app.call(deleteComment, { token: author.token, params: { id: first } });
    expect(await notified()).toEqual([]);
  });

  it('wait for the deletion of an author before locking, and are then refused to that author alone', async () => {
    const post = await buildPost(app, author);
    const leaving = await buildMember(app);
    const { db } = app.services;
    const responses = await db.transaction().execute(async (deleting) => {
      await deleting.selectFrom('users').select('id').where('id', '=', leaving.id).forUpdate().execute();
      const writing = [leaving, ben].map((member) =>
        app.call(addEditComment, { token: member.token, body: { post_id: post._id, comment: 'Still here' } }),
      );
      await vi.waitFor(async () => {
        const { rows } = await sql`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
        expect(rows).not.toEqual([]);
      });
      await sql`SET LOCAL lock_timeout = '200ms'`.execute(deleting);
      await deleting.selectFrom('posts').select('id').where('id', '=', post._id).forUpdate().execute();
      await deleting.deleteFrom('users').where('id', '=', leaving.id).execute();
      return { writing };
    });
    expect((await Promise.all(responses.writing)).map(({ status }) => status)).toEqual([404, 200]);
  });
});

describe('A reply', () => {
  it('has no deeper level: a reply to a reply joins its thread', async () => {
    const post = await buildPost(app, author);
    const comment = await buildComment(app, ben, post._id);
    const reply = await buildComment(app, cleo, post._id, comment._id);
    const second = await buildComment(app, ben, post._id, reply._id);
    expect([reply.parent_id, second.parent_id]).toEqual([comment._id, comment._id]);
    const listed = await app.call(listComments, { body: { post_id: post._id, parent_id: comment._id } });
    expect(listed).toMatchObject({ ok: true, total: 2, body: [{ _id: reply._id }, { _id: second._id }] });
    const top = await app.call(listComments, { body: { post_id: post._id, parent_id: null } });
    expect(top).toMatchObject({ ok: true, total: 1, body: [{ _id: comment._id, repliesCount: 2 }] });
  });

  it('requires a parent of the same post', async () => {
    const [post, other] = [await buildPost(app, author), await buildPost(app, author)];
    const comment = await buildComment(app, ben, other._id);
    const response = await app.call(replyOnComment, {
      token: cleo.token,
      body: { post_id: post._id, parent_id: comment._id, comment: 'Hm' },
    });
    expect(response).toMatchObject({ ok: false, status: 404 });
  });
});

describe('Editing and deleting a comment', () => {
  it('allows the author, and nobody else, to edit', async () => {
    const post = await buildPost(app, author);
    const comment = await buildComment(app, ben, post._id);
    const edit = (member: TestMember) =>
      app.call(addEditComment, {
        token: member.token,
        body: { post_id: post._id, comment: 'Better', comment_id: comment._id },
      });
    expect(await edit(author)).toMatchObject({ ok: false, status: 403 });
    expect(await edit(ben)).toMatchObject({
      ok: true,
      message: 'Comment saved.',
      body: { comment: 'Better' },
      commentsCount: 1,
    });
  });

  it("allows its author and the post's author, but nobody else, to delete it with its replies", async () => {
    const post = await buildPost(app, author);
    const [first, second] = [await buildComment(app, ben, post._id), await buildComment(app, ben, post._id)];
    await buildComment(app, cleo, post._id, first._id);
    const remove = (member: TestMember, id: string) => app.call(deleteComment, { token: member.token, params: { id } });
    expect(await remove(cleo, first._id)).toMatchObject({ ok: false, status: 403 });
    expect(await remove(ben, first._id)).toMatchObject({ ok: true, commentsCount: 1 });
    expect(await remove(author, second._id)).toMatchObject({ ok: true, commentsCount: 0 });
    expect(await remove(author, second._id)).toMatchObject({ ok: false, status: 404 });
  });
});

describe('The list of comments', () => {
  it('is paged oldest first, and contains each comment once while others write', async () => {
    const post = await buildPost(app, author);
    const written: string[] = [];
    for (let count = 0; count < 9; count++) written.push((await buildComment(app, ben, post._id))._id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof app.call<typeof listComments>>> = await app.call(listComments, {
        body: { post_id: post._id },
        query: { limit: '4', ...(cursor ? { cursor } : {}) },
      });
      if (!page.ok) throw new Error(page.message);
      if (cursor === null) written.push((await buildComment(app, cleo, post._id))._id);
      seen.push(...page.body.map((comment) => comment._id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(written);
  });

  it('is counted for guests without reading all members', async () => {
    const closed = await explain(app.services.db, (db) =>
      sql`SELECT closed.id FROM users closed WHERE closed.visibility = 'members'`.execute(db),
    );
    expect(closed).toContain('users_closed');
  });

  it('is counted for members with blocks by an index, not by reading all comments on the post', async () => {
    const plan = await explain(app.services.db, (db) =>
      sql`SELECT ${hiddenRepliesCount(ben.id)} FROM comments c`.execute(db),
    );
    expect(plan).toMatch(/comments_post_author[^{]*"},{"QUERY PLAN":" *Index Cond: \(\(post_id = .*user_id = ANY/);
  });
});

describe('Deleting a comment while others are writing', () => {
  it('finds its replies by an index, as the foreign key does for each comment on a deleted post', async () => {
    const plan = await explain(app.services.db, (db) =>
      sql`DELETE FROM comments WHERE parent_id = ${UNKNOWN_ID}::uuid AND post_id = ${UNKNOWN_ID}::uuid`.execute(db),
    );
    expect(plan).toMatch(/Index Scan (using|on) comments_replies .*Index Cond: \(\(parent_id = .* AND \(post_id = /);
  });

  it('waits for the post before it locks rows that the others need', async () => {
    const post = await buildPost(app, author);
    const comment = await buildComment(app, ben, post._id);
    const { db } = app.services;
    const deleting = await db.transaction().execute(async (writing) => {
      await writing.selectFrom('posts').select('id').where('id', '=', post._id).forNoKeyUpdate().execute();
      const response = app.call(deleteComment, { token: ben.token, params: { id: comment._id } });
      await vi.waitFor(async () => {
        const { rows } = await sql`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
        expect(rows).not.toEqual([]);
      });
      await sql`SET LOCAL lock_timeout = '200ms'`.execute(writing);
      const notified =
        await sql`SELECT id FROM notifications WHERE comment_id = ${comment._id}::uuid FOR UPDATE`.execute(writing);
      expect(notified.rows).toHaveLength(1);
      return { response };
    });
    expect(await deleting.response).toMatchObject({ ok: true, commentsCount: 0 });
  });
});
