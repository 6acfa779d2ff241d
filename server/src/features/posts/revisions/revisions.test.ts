import { setBlock } from '@afterhours/contract/moderation/moderation';
import { listPostRevisions } from '@afterhours/contract/posts/post-revisions';
import { deletePost, getPost, type Post, updatePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

async function edit(post: Post, fields: Record<string, unknown>): Promise<Post> {
  return (await succeed(app.call(updatePost, { token: ana.token, body: { _id: post._id, ...fields } }))).body;
}

const versions = (post: Post, query: Record<string, string> = {}, token: string | undefined = ben.token) =>
  app.call(listPostRevisions, { ...(token ? { token } : {}), params: { id: post._id }, query });

describe('The versions of a post', () => {
  it('list what the post said, newest first, each with its time', async () => {
    const post = await buildPost(app, ana, { description: 'First' });
    expect(post.editedAt).toBeNull();
    expect(await versions(post)).toMatchObject({
      ok: true,
      body: [{ seq: 1, description: 'First', at: post.createdAt }],
    });
    await edit(post, { description: 'Second' });
    const third = await edit(post, { description: 'Third' });
    expect(third.editedAt).not.toBeNull();
    expect(await versions(post)).toMatchObject({
      ok: true,
      body: [
        { seq: 3, description: 'Third', at: third.editedAt },
        { seq: 2, description: 'Second' },
        { seq: 1, description: 'First', at: post.createdAt },
      ],
    });
  });

  it("include a job's pay and a webinar's time, but not the webinar's link", async () => {
    const job = await buildPost(app, ana, { postType: 'job', title: 'Baker', opening: '1', salary: '€ 18' });
    await edit(job, { salary: '€ 12' });
    expect(await versions(job)).toMatchObject({ body: [{ salary: '€ 12' }, { salary: '€ 18' }] });
    const [early, late] = ['2030-01-01T18:00:00.000Z', '2030-01-02T18:00:00.000Z'];
    const link = 'https://example.com/secret-room';
    const webinar = await buildPost(app, ana, { postType: 'webinar', title: 'Glazes', link, startsAt: early });
    await edit(webinar, { startsAt: late, link: `${link}-2` });
    const listed = await versions(webinar);
    expect(listed).toMatchObject({ body: [{ startsAt: late }, { startsAt: early }] });
    expect(JSON.stringify(listed)).not.toContain('secret-room');
  });

  it('do not grow after an edit that changes nothing, or only the audience', async () => {
    const post = await buildPost(app, ana, { description: 'Same' });
    expect(await edit(post, { description: 'Same', visibility: 'members' })).toMatchObject({ editedAt: null });
    expect(await versions(post)).toMatchObject({ body: [{ seq: 1 }] });
  });

  it('contain one for each of several concurrent edits', async () => {
    const post = await buildPost(app, ana, { description: 'Start' });
    await Promise.all([1, 2, 3, 4, 5].map((number) => edit(post, { description: `Edit ${number}` })));
    const listed = await versions(post);
    const found = listed.ok ? listed.body : [];
    expect(found.map(({ seq }) => seq)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(new Set(found.map(({ description }) => description)).size).toBe(6);
  });

  it('come in pages, and are limited to the first and the newest, a hundred besides the present one', async () => {
    const post = await buildPost(app, ana, { description: 'v1' });
    for (let number = 2; number <= 104; number++) await edit(post, { description: `v${number}` });
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await versions(post, { limit: '40', ...(cursor ? { cursor } : {}) });
      if (!page.ok) throw new Error(page.message);
      seen.push(...page.body.map(({ seq }) => seq));
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(101);
    expect([seen[0], seen.at(-2), seen.at(-1)]).toEqual([104, 5, 1]);
  });

  it('are visible only to viewers of the post, and are deleted with it', async () => {
    const post = await buildPost(app, ana, { description: 'Ours', visibility: 'public' });
    await edit(post, { description: 'Yours' });
    expect(await versions(post, {}, '')).toMatchObject({ ok: true });
    await edit(post, { visibility: 'members' });
    expect(await versions(post, {}, '')).toMatchObject({ ok: false, status: 404 });
    expect(await versions(post)).toMatchObject({ ok: true });
    const blocked = await buildMember(app);
    await app.call(setBlock, { token: ana.token, body: { userId: blocked.id, action: 'block' } });
    expect(await versions(post, {}, blocked.token)).toMatchObject({ ok: false, status: 404 });
    const hiddenBy = newId();
    await app.services.db.updateTable('posts').set({ hidden_by: hiddenBy }).where('id', '=', post._id).execute();
    expect(await versions(post, {}, ana.token)).toMatchObject({ ok: false, status: 404 });
    await app.services.db.updateTable('posts').set({ hidden_by: null }).where('id', '=', post._id).execute();
    await app.call(deletePost, { token: ana.token, params: { id: post._id } });
    expect(await app.call(getPost, { token: ben.token, params: { id: post._id } })).toMatchObject({ ok: false });
    const left = await app.services.db
      .selectFrom('post_revisions')
      .select('seq')
      .where('post_id', '=', post._id)
      .execute();
    expect(left).toEqual([]);
  });

  it('that had a smaller audience keep it when the post is opened to more people', async () => {
    const cleo = await buildMember(app);
    await buildConnection(app, ana, cleo);
    const post = await buildPost(app, ana, { description: 'Between us', visibility: 'connections' });
    await edit(post, { description: 'For us here', visibility: 'members' });
    await edit(post, { description: 'For all', visibility: 'public' });
    await edit(post, { description: 'For all, again' });
    const seen = async (token: string) => {
      const listed = await versions(post, {}, token);
      return listed.ok && listed.body.map(({ seq }) => seq);
    };
    expect(await seen('')).toEqual([4, 3]);
    expect(await seen(ben.token)).toEqual([4, 3, 2]);
    for (const { token } of [ana, cleo]) expect(await seen(token)).toEqual([4, 3, 2, 1]);
  });

  it('that were held stay invisible when the post is released', async () => {
    const post = await buildPost(app, ana, { description: 'Fine' });
    await edit(post, { description: 'Better' });
    const holding = (held: boolean) =>
      app.services.db
        .updateTable('posts')
        .set({ held, hidden_by: held ? newId() : null })
        .where('id', '=', post._id)
        .execute();
    await edit(post, { description: 'The held words' });
    await holding(true);
    const mended = await edit(post, { description: 'Mended' });
    await holding(false);
    const listed = await versions(post);
    expect(listed).toMatchObject({
      ok: true,
      body: [{ description: 'Mended', at: mended.editedAt }, { description: 'Better' }, { description: 'Fine' }],
    });
    expect(JSON.stringify(listed)).not.toContain('The held words');
  });

  it('are rejected for an unknown post and an invalid cursor', async () => {
    const post = await buildPost(app, ana);
    expect(await versions({ ...post, _id: newId() })).toMatchObject({ ok: false, status: 404 });
    expect(await versions(post, { cursor: 'x' })).toMatchObject({ ok: false, status: 422 });
  });
});
