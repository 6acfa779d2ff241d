import { reportPost } from '@afterhours/contract/moderation/moderation';
import { decideCase, listCases } from '@afterhours/contract/moderation/staff-cases';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { likePost } from '@afterhours/contract/posts/likes';
import { deletePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { addBuiltPage } from '#testing/files/built-page.ts';
import { buildForm, buildPng } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost, publishPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL: 'https://after.example' }, addBuiltPage);
});
beforeEach(async () => {
  ana = await buildMember(app, { firstName: 'Ana', lastName: 'Lima' });
});
afterAll(() => app.close());

const open = (id: string) => app.http.inject({ url: `/p/${id}` });

/** Returns the schema.org data embedded in a page. */
const readLinkedData = (page: string): Record<string, unknown>[] =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
    ([, json = '[]']) => JSON.parse(json) as Record<string, unknown>[],
  );

describe('The link preview of a post', () => {
  it('shows its author, text and first picture, and tells search engines not to index it', async () => {
    const form = buildForm({ postType: 'general', description: 'Glazed\nat "night" </script>' }, [
      { field: 'file', name: 'a.png', bytes: await buildPng(40, 40) },
    ]);
    const created = await succeed(app.call(publishPost, { token: ana.token, form }));
    const { _id, attachments } = created.body;
    const page = await open(_id.toUpperCase());
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<title>Post by Ana Lima</title>');
    expect(page.body).toContain('content="Glazed at &#34;night&#34; &#60;/script&#62;"');
    expect(page.body).toContain(`<link rel="canonical" href="https://after.example/p/${_id}" />`);
    expect(page.body).toContain('<meta name="robots" content="noindex" />');
    expect(page.body).toContain(`content="https://after.example${attachments[0]?.url}"`);
    for (const secret of [ana.user.email, '1234567890']) expect(page.body).not.toContain(secret);
  });

  it('gives its first picture the shape of the gallery, and the others their own', async () => {
    const pictures = [await buildPng(400, 400), await buildPng(800, 400)];
    const files = pictures.map((bytes, at) => ({ field: 'file', name: `${at}.png`, bytes }));
    const form = buildForm({ postType: 'general', description: 'Two bowls' }, files);
    const { body } = await succeed(app.call(publishPost, { token: ana.token, form }));
    const sizes = (await open(body._id)).body.match(/width="\d+" height="\d+"(?: data-gallery)?/g);
    expect(sizes).toEqual(['width="1280" height="427" data-gallery', 'width="800" height="400"']);
  });

  it('has the title of a webinar, and never the link to join it', async () => {
    const { _id } = await buildPost(app, ana, {
      postType: 'webinar',
      title: 'Pricing',
      link: 'https://meet.example/secret',
      startsAt: '2040-01-01T19:00:00Z',
    });
    const page = await open(_id);
    expect(page.body).toContain('<title>Pricing · Ana Lima</title>');
    expect(page.body).not.toContain('meet.example');
    expect(page.body).toContain('Sun, 1 Jan 2040, 19:00 UTC');
  });

  it('describes a job as search engines require, and a job without a place as an ordinary posting', async () => {
    const terms = { employment: 'part-time', payMin: 18, payMax: 22.5, payCurrency: 'EUR', payPeriod: 'hour' };
    const fields = { postType: 'job', title: 'Baker <b>', opening: '2', countries: ['France'], ...terms };
    const here = await open((await buildPost(app, ana, { ...fields, remote: 'none', place: 'Lyon <b>' }))._id);
    expect(here.body).toContain('Lyon &#60;b&#62; · On site');
    const data = readLinkedData(here.body).find((item) => item['@type'] === 'JobPosting');
    expect(data).toMatchObject({
      title: 'Baker <b>',
      employmentType: 'PART_TIME',
      hiringOrganization: { '@type': 'Person', name: 'Ana Lima' },
      jobLocation: { address: { addressLocality: 'Lyon <b>', addressCountry: 'France' } },
      baseSalary: { currency: 'EUR', value: { minValue: 18, maxValue: 22.5, unitText: 'HOUR' } },
      totalJobOpenings: 2,
    });
    const anywhere = await open((await buildPost(app, ana, { ...fields, remote: 'full' }))._id);
    expect(readLinkedData(anywhere.body)).toContainEqual(
      expect.objectContaining({ '@type': 'JobPosting', jobLocationType: 'TELECOMMUTE' }),
    );
    const old = await open((await buildPost(app, ana, { postType: 'job', title: 'Baker' }))._id);
    expect(readLinkedData(old.body).map((item) => item['@type'])).not.toContain('JobPosting');
  });

  it('begins with its author, and mentions likes and comments only if there are any', async () => {
    const webinar = { postType: 'webinar', title: 'Glazes', link: 'https://meet.example/glazes' } as const;
    const titled = await open((await buildPost(app, ana, webinar))._id);
    expect(titled.body).toContain('<p data-heading>Post by Ana Lima</p>');
    expect(titled.body).not.toMatch(/\b0 (likes|comments)/);
    const liked = await buildPost(app, ana);
    const other = await buildMember(app);
    await succeed(app.call(likePost, { token: other.token, body: { post_id: liked._id, status: true } }));
    expect((await open(liked._id)).body).toContain('<p data-counts>1 like</p>');
  });

  it('has the whole text, of which lists show the beginning with a link to the rest', async () => {
    const description = `${'Bowls '.repeat(30)}and the last word`;
    const { _id } = await buildPost(app, ana, { description: `${description} #kiln` });
    const more = `<a href="/p/${_id}" data-more>See more</a>`;
    for (const url of [`/p/${_id}`, `/embed/p/${_id}`]) {
      const { body } = await app.http.inject({ url });
      expect(body).toContain(description);
      expect(body).not.toContain(more);
    }
    const list = await app.http.inject({ url: '/tags/kiln' });
    expect(list.body).toContain(`Bowls… ${more}`);
    expect(list.body).not.toContain('and the last word <a');
  });

  it('is in lists with its counts, its first comments and a link to the others', async () => {
    const { _id } = await buildPost(app, ana, { description: 'Two bowls #raku' });
    const other = await buildMember(app, { firstName: 'Ben', lastName: 'Okoro' });
    for (const comment of ['First <b>', 'Second', 'Third', 'Fourth', 'Fifth'])
      await succeed(app.call(addEditComment, { token: other.token, body: { post_id: _id, comment } }));
    const { body } = await app.http.inject({ url: '/tags/raku' });
    expect(body).toContain('<p data-counts>5 comments</p>');
    expect(body).toMatch(/<div data-comment>.*Ben Okoro/);
    expect(body).toContain('<p dir="auto">First &#60;b&#62;</p>');
    expect(body).toContain(`<a href="/p/${_id}" data-more>See more (2 comments and replies)</a>`);
    expect(body).toContain('<p dir="auto">Third</p>');
    expect(body).not.toContain('Fourth');
  });

  it('is a 410 for a deleted post, and the same 404 for a hidden post, an unknown id and an invalid id', async () => {
    const [deleted, hidden] = [await buildPost(app, ana), await buildPost(app, ana)];
    await app.call(deletePost, { token: ana.token, params: { id: deleted._id } });
    const { token } = await buildStaff(app, 'moderator');
    await app.call(reportPost, { token, body: { post_id: hidden._id } });
    const waiting = await app.call(listCases, { token });
    const id = waiting.ok ? (waiting.body[0]?._id ?? '') : '';
    const body = { action: 'hide', rule: 'Be kind', facts: 'A threat.', statement: 'This threatens others.' };
    expect(await app.call(decideCase, { token, params: { id }, body })).toMatchObject({ ok: true });
    const pages = await Promise.all([deleted._id, hidden._id, ana.id, 'nothing', '%00'].map(open));
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([410, 404, 404, 404, 404]);
    expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
  });
});
