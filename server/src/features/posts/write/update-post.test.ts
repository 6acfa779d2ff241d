import { hashtagSlug } from '@afterhours/contract/posts/hashtags';
import { listPostRevisions } from '@afterhours/contract/posts/post-revisions';
import { createPost, getPost, type Post, updatePost } from '@afterhours/contract/posts/posts';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm, buildPng } from '#testing/files/images.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let png: Buffer;

beforeAll(async () => {
  app = await buildTestApp();
  [ana, ben] = await buildMembers(app, 2);
  png = await buildPng(40, 30);
});
afterAll(() => app.close());

const update = (body: Record<string, unknown>, member = ana) => app.call(updatePost, { token: member.token, body });

async function upload(count: number, member = ana): Promise<string[]> {
  const files = Array.from({ length: count }, (_, index) => ({ field: 'file', name: `${index}.png`, bytes: png }));
  const response = await succeed(
    app.call(uploadPostFiles, { token: member.token, form: buildForm({ folder: 'post' }, files) }),
  );
  return response.body.filenames;
}

async function read(postId: string): Promise<Post> {
  return (await succeed(app.call(getPost, { token: ana.token, params: { id: postId } }))).body;
}

describe('Changing a post', () => {
  it('changes the sent fields and leaves the rest, including the tags', async () => {
    const post = await buildPost(app, ana, { description: 'Tonight #Bread', hashtags: ['Picked'] });
    const response = await update({ _id: post._id, description: 'Tomorrow #Cake and #cake' });
    expect(response).toMatchObject({
      ok: true,
      message: 'Post saved.',
      body: { description: 'Tomorrow #Cake and #cake', hashtags: ['Cake', 'Picked'], createdAt: post.createdAt },
    });
    const counted = await app.services.db.selectFrom('hashtags').select(['slug', 'posts_count']).execute();
    const counts = Object.fromEntries(counted.map((row) => [row.slug, row.posts_count]));
    expect(counts).toMatchObject({ [hashtagSlug('Bread')]: 0, cake: 1, picked: 1 });
    expect(await update({ _id: post._id, hashtags: [] })).toMatchObject({ body: { hashtags: ['Cake'] } });
  });

  it('keeps the type and its required fields', async () => {
    const job = await buildPost(app, ana, { postType: 'job', title: 'Baker', opening: '2', salary: '$20/h' });
    expect(await update({ _id: job._id, postType: 'general' })).toMatchObject({
      status: 422,
      errors: [{ field: 'postType', message: 'The type of a post cannot be changed.' }],
    });
    expect(await update({ _id: job._id, title: '' })).toMatchObject({ status: 422, errors: [{ field: 'title' }] });
    expect(await update({ _id: job._id, postType: 'job', salary: '', opening: '3' })).toMatchObject({
      body: { title: 'Baker', opening: '3', salary: null },
    });
    const form = buildForm({ _id: job._id }, [{ field: 'attachfiles', name: 'a.png', bytes: png }]);
    expect(await app.call(updatePost, { token: ana.token, form })).toMatchObject({
      status: 422,
      errors: [{ field: 'attachfiles', message: 'Job posts cannot have images.' }],
    });
    expect((await read(job._id)).attachments).toEqual([]);
  });

  it.each(['javascript:alert(1)', 'ftp://example.com', ''])('rejects %j as the link of a webinar', async (link) => {
    const post = await buildPost(app, ana, { postType: 'webinar', title: 'Lamps', link: 'https://example.com/live' });
    expect(await update({ _id: post._id, link })).toMatchObject({ status: 422, errors: [{ field: 'link' }] });
    expect((await read(post._id)).link).toBe('https://example.com/live');
  });

  it.each(['', '   ', 'x'.repeat(5_001), null, 7])('rejects %j as the description', async (description) => {
    const post = await buildPost(app, ana);
    expect(await update({ _id: post._id, description })).toMatchObject({
      status: 422,
      errors: [{ field: 'description' }],
    });
  });

  it('is reserved for its author', async () => {
    const post = await buildPost(app, ana);
    expect(await app.call(updatePost, { body: { _id: post._id, description: 'x' } })).toMatchObject({ status: 401 });
    expect(await update({ _id: post._id, description: 'x' }, ben)).toMatchObject({
      status: 403,
      message: 'Only the author can edit a post.',
    });
    expect(await update({ _id: NOBODYS, description: 'x' })).toMatchObject({ status: 404 });
    expect((await read(post._id)).description).toBe('An evening note');
  });
});

describe('Changing the images of a post', () => {
  it('removes and adds images, from a form and by name, and deletes removed files', async () => {
    const filenames = await upload(2);
    const post = await buildPost(app, ana, { filenames, alts: ['one', 'two'] });
    const [first, second] = post.attachments;
    const [added] = await upload(1);
    const form = buildForm(
      { _id: post._id, removeFiles: first!._id, filenames: `${filenames[1]},${added}`, alts: 'x' },
      [{ field: 'attachfiles', name: 'new.png', bytes: png }],
    );
    const response = await succeed(app.call(updatePost, { token: ana.token, form }));
    expect(response.body.attachments.map((file) => file.alt)).toEqual(['two', 'x', '']);
    expect(response.body.attachments[0]?._id).toBe(second?._id);
    expect(response.body.attachments[2]?.filename).toBe(added);
    const gone = await app.services.db
      .selectFrom('uploads')
      .select('id')
      .where('filename', '=', filenames[0]!)
      .executeTakeFirst();
    expect(gone).toBeUndefined();
    await expect.poll(async () => (await app.http.inject({ url: first!.url })).statusCode).toBe(404);
  });

  it('rejects the whole change if one image belongs to another post or member, or does not exist', async () => {
    const post = await buildPost(app, ana, { filenames: await upload(1) });
    const other = await buildPost(app, ben, { filenames: await upload(1, ben) });
    for (const removeFiles of [[other.attachments[0]!._id], [post.attachments[0]!._id, NOBODYS], 'nonsense']) {
      expect(await update({ _id: post._id, removeFiles, description: 'changed' })).toMatchObject({ status: 422 });
    }
    const foreign = await upload(1, ben);
    expect(await update({ _id: post._id, filenames: foreign })).toMatchObject({
      status: 422,
      errors: [{ field: 'filenames' }],
    });
    expect(await read(post._id)).toEqual(post);
    expect((await read(other._id)).attachments).toHaveLength(1);
  });

  it('shows images in the given order, new ones among them, followed by the rest', async () => {
    const filenames = await upload(3);
    const [added] = await upload(1);
    const [one, two, three] = filenames;
    const post = await buildPost(app, ana, { filenames });
    const namesOf = ({ attachments }: Post) => attachments.map(({ filename }) => filename);
    expect(await update({ _id: post._id, filenames: [added], order: [three, added, one] })).toMatchObject({ ok: true });
    expect(namesOf(await read(post._id))).toEqual([three, added, one, two]);
    expect(await update({ _id: post._id, order: ['nobodys.jpg', two] })).toMatchObject({ ok: true });
    expect(namesOf(await read(post._id))).toEqual([two, three, added, one]);
    expect(await update({ _id: post._id, order: ['../x'] })).toMatchObject({ status: 422 });
  });

  it('allows at most ten', async () => {
    const post = await buildPost(app, ana, { filenames: await upload(9) });
    const more = await upload(2);
    expect(await update({ _id: post._id, filenames: more })).toMatchObject({
      status: 422,
      message: 'Please choose at most 10 files.',
    });
    const removeFiles = [post.attachments[0]!._id];
    expect(await update({ _id: post._id, filenames: more, removeFiles })).toMatchObject({ ok: true });
    expect((await read(post._id)).attachments).toHaveLength(10);
  });

  it('is consistent when saved several times concurrently', async () => {
    const filenames = await upload(1);
    const post = await buildPost(app, ana);
    const responses = await Promise.all([1, 2, 3].map(() => update({ _id: post._id, filenames, description: 'Both' })));
    expect(responses.every((response) => response.ok)).toBe(true);
    expect((await read(post._id)).attachments).toHaveLength(1);
  });

  it('stores nothing from a rejected form', async () => {
    const post = await buildPost(app, ana);
    const form = buildForm({ _id: post._id, postType: 'job' }, [{ field: 'attachfiles', name: 'a.png', bytes: png }]);
    const count = async () => (await app.services.db.selectFrom('uploads').select('id').execute()).length;
    const before = await count();
    expect(await app.call(updatePost, { token: ana.token, form })).toMatchObject({ status: 422 });
    expect(await count()).toBe(before);
    expect(await app.call(createPost, { token: ana.token, body: {} })).toMatchObject({ status: 422 });
  });
});

describe('The descriptions of images', () => {
  it('can be changed after the post is published, and stay in its history', async () => {
    const post = await buildPost(app, ana, { filenames: await upload(2), alts: ['one', ''] });
    const [first, second] = post.attachments;
    const describeFiles = [second!._id, first!._id];
    await update({ _id: post._id, describeFiles, descriptions: ['A bowl', ''] });
    const changed = await read(post._id);
    expect(changed.attachments.map(({ alt }) => alt)).toEqual(['', 'A bowl']);
    expect(changed.editedAt).not.toBeNull();
    const versions = await app.call(listPostRevisions, { token: ana.token, params: { id: post._id } });
    expect(versions).toMatchObject({ body: [{ pictures: ['', 'A bowl'] }, { pictures: ['one', ''] }] });
  });

  it("are rejected for another post's images, without changing anything", async () => {
    const post = await buildPost(app, ana, { filenames: await upload(1), alts: ['mine'] });
    const other = await buildPost(app, ana, { filenames: await upload(1), alts: ['other'] });
    const describeFiles = [post.attachments[0]!._id, other.attachments[0]!._id];
    const response = await update({ _id: post._id, describeFiles, descriptions: ['x', 'y'] });
    expect(response).toMatchObject({ ok: false, status: 422, errors: [{ field: 'describeFiles' }] });
    expect((await read(post._id)).attachments[0]?.alt).toBe('mine');
    expect((await read(other._id)).attachments[0]?.alt).toBe('other');
  });
});
