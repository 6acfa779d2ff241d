import { deletePost } from '@afterhours/contract/posts/posts';
import { getShowcase, MAX_LINKS, setLinks } from '@afterhours/contract/profile/showcase';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost, publishPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { selectShowcase } from './showcase-queries.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  ana = await buildMember(app);
  ben = await buildMember(app);
});
afterAll(() => app.close());

const save = (member: TestMember | null, links: unknown) =>
  app.call(setLinks, { token: member?.token ?? null, body: { links } });

async function read(viewer: TestMember | null, member: TestMember) {
  return (await succeed(app.call(getShowcase, { token: viewer?.token ?? null, params: { id: member.id } }))).body;
}

const shop = { label: 'Shop', url: 'https://pots.example/shop' };
const blog = { label: 'Blog', url: 'http://blog.example' };

async function postPictures(member: TestMember, count: number): Promise<string> {
  const form = buildForm({ postType: 'general', description: 'Fresh from the kiln' });
  for (let number = 0; number < count; number++) {
    const bytes = new Uint8Array(await buildJpeg(60 + number, 40));
    form.append('attachfiles', new File([bytes], `${number}.jpg`, { type: 'image/jpeg' }));
  }
  return (await succeed(app.call(publishPost, { token: member.token, form }))).body._id;
}

describe('The links of a profile', () => {
  it('are replaced as a whole and shown in their order to members and guests', async () => {
    expect(await save(ana, [shop, blog])).toMatchObject({ ok: true, message: 'Links saved.' });
    expect((await read(ben, ana)).links).toEqual([shop, blog]);
    await save(ana, [blog]);
    expect((await read(null, ana)).links).toEqual([blog]);
    await save(ana, []);
    expect((await read(ana, ana)).links).toEqual([]);
  });

  it('are stored without duplicates', async () => {
    await save(ana, [shop, blog, shop]);
    expect((await read(ana, ana)).links).toEqual([shop, blog]);
  });

  it('get the scheme that the member left out', async () => {
    expect(await save(ana, [{ label: 'Shop', url: ' pots.example/a ' }])).toMatchObject({
      body: { links: [{ label: 'Shop', url: 'https://pots.example/a' }] },
    });
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt://pots.example/%0aalert(1)',
    'data:text/html,x',
    'ftp://pots.example',
    'mailto:ana@pots.example',
    'https://ana:secret@pots.example',
    'https://ana@pots.example',
    'https://:secret@pots.example',
    'https:pots.example',
    'https://localhost/admin',
    'not a link',
    'word',
    'https://',
    '',
    `https://pots.example/${'x'.repeat(200)}`,
    7,
    null,
  ])('reject the URL %j with a message at the field', async (url) => {
    await save(ana, [shop]);
    const refused = await save(ana, [blog, { label: 'Shop', url }]);
    expect(refused).toMatchObject({ status: 422 });
    expect(JSON.stringify(refused)).toMatch(/web address|at most 200 characters/);
    expect((await read(ben, ana)).links).toEqual([shop]);
  });

  it('require a name, and number at most eight', async () => {
    expect(await save(ana, [{ ...shop, label: ' ' }])).toMatchObject({ status: 422, message: 'Please name the link.' });
    const many = Array.from({ length: MAX_LINKS + 1 }, (_, number) => ({ ...shop, label: `Shop ${number}` }));
    expect(await save(ana, many)).toMatchObject({ status: 422, message: 'A profile can have at most 8 links.' });
    expect(await save(ana, many.slice(1))).toMatchObject({ ok: true });
    expect(await save(ana, 'none')).toMatchObject({ status: 422 });
  });

  it('can be changed only by the member they belong to', async () => {
    expect(await save(null, [shop])).toMatchObject({ status: 401 });
    await save(ben, [shop]);
    expect((await read(null, ana)).links).toEqual([]);
  });

  it('are one of the submitted lists when several are submitted concurrently', async () => {
    await Promise.all([save(ana, [shop, blog]), save(ana, [blog]), save(ana, [shop, blog])]);
    expect([1, 2]).toContain((await read(ana, ana)).links.length);
  });
});

describe('The gallery of a profile', () => {
  it("shows the newest pictures from the member's posts, each with its post", async () => {
    const first = await postPictures(ana, 2);
    await buildPost(app, ana);
    const second = await postPictures(ana, 1);
    await postPictures(ben, 1);
    const { pictures } = await read(null, ana);
    expect(pictures.map(({ post_id, width }) => [post_id, width])).toEqual([
      [second, 60],
      [first, 60],
      [first, 61],
    ]);
    expect(pictures[0]?.url).toMatch(/^\/api\/uploads\/(post|demo)\/.+\.jpg$/);
    await app.call(deletePost, { token: ana.token, params: { id: first } });
    expect((await read(ben, ana)).pictures.map(({ post_id }) => post_id)).toEqual([second]);
  });

  it('takes one statement, whatever it contains, and reads indexes only', async () => {
    const count = () => app.countStatements(() => read(ben, ana));
    expect(await count()).toBe(1);
    await postPictures(ana, 3);
    await save(ana, [shop, blog]);
    expect(await count()).toBe(1);
    const plan = await explain(app.services.db, (db) => selectShowcase(db, ben.id, ana.id));
    for (const index of ['posts_author', 'post_attachments_post', 'profile_links_pkey']) expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('A showcase', () => {
  it('is a 404 for unknown and blocked members', async () => {
    const unknown = await app.call(getShowcase, { params: { id: NOBODYS } });
    expect(unknown).toMatchObject({ status: 404, message: 'This profile is no longer available.' });
    const pair = [
      { user_id: ana.id, other_user_id: ben.id, by_user: true },
      { user_id: ben.id, other_user_id: ana.id, by_user: false },
    ];
    await app.services.db.insertInto('member_blocks').values(pair).execute();
    expect(await app.call(getShowcase, { token: ben.token, params: { id: ana.id } })).toMatchObject({ status: 404 });
  });
});
