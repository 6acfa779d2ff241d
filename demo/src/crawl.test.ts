/** Crawls the demo community as a guest who follows every link: pages, feeds and calls. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DAY_MS } from '@afterhours/contract/base/durations';
import { listJobs } from '@afterhours/contract/browse';
import { reportPost } from '@afterhours/contract/moderation/moderation';
import { decideCase, listCases } from '@afterhours/contract/moderation/staff-cases';
import { createPost } from '@afterhours/contract/posts/posts';
import { searchPosts } from '@afterhours/contract/search';
import { buildMember } from '@afterhours/server/testing/rows/members.ts';
import { buildStaff } from '@afterhours/server/testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '@afterhours/server/testing/test-app.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillDemo } from './fill.ts';
import { drawBlanks } from './testing/blank-pictures.ts';

const SHELL =
  '<!doctype html><html lang="en"><head><title>Afterhours</title></head><body><div id="root"></div></body></html>';
const MAX_PAGES = 400;
/** Markers in posts for members, for connections, of authors whose profile is for members, and in a scheduled post. */
const MARKERS = ['for-members-91c2', 'for-connections-4e8d', 'of-a-narrow-member-c07b', 'scheduled-3d5a'] as const;
const SECRET = 'hidden-by-a-decision-7f3a';
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL: 'https://after.example' }, (dataDir) => {
    mkdirSync(path.join(dataDir, 'web'));
    writeFileSync(path.join(dataDir, 'web/index.html'), SHELL);
  });
  await fillDemo(app.services, { onProgress: () => undefined, now: new Date(), draw: drawBlanks });
});
afterAll(() => app.close());

/** Returns this site's addresses in a document: those of links, feeds, frames and pictures. */
const linksIn = (body: string): string[] =>
  [...body.matchAll(/(?:href|src)="(?:https:\/\/after\.example)?(\/[^"/][^"]*|\/)"/g)].map(([, link = '']) =>
    link.replaceAll('&#38;', '&'),
  );

type RestrictedPost = { id: string; user_id: string; username: string };

/**
 * Restricts the audience of three public posts of each type, and schedules another post. Puts the markers into their
 * texts, hashtags and comments.
 */
async function restrictPosts(): Promise<RestrictedPost[]> {
  const { db } = app.services;
  const [members, connections, profile, scheduled] = MARKERS;
  const restricted: RestrictedPost[] = [];
  for (const [marker, visibility] of [
    [members, 'members'],
    [connections, 'connections'],
    [profile, 'public'],
  ] as const) {
    const tag = marker.replaceAll('-', '_');
    const { rows } = await sql<RestrictedPost>`
      UPDATE posts p SET title = CASE WHEN p.title IS NULL THEN NULL ELSE ${marker} END,
        description = ${`${marker} #${tag}`}, hashtags = ARRAY[${tag}], visibility = ${visibility}
      FROM users u WHERE u.id = p.user_id AND p.id IN (
        SELECT DISTINCT ON (latest.post_type) latest.id FROM posts latest
        WHERE latest.visibility = 'public' AND latest.description NOT LIKE '%-%-____ #%'
        ORDER BY latest.post_type, latest.id DESC)
      RETURNING p.id, u.username, p.user_id`.execute(db);
    restricted.push(...rows);
    const authors = rows.map((row) => row.user_id);
    if (marker === profile)
      await sql`UPDATE users SET visibility = 'members', bio = ${marker} WHERE id = ANY (${authors}::uuid[])`.execute(
        db,
      );
    await sql`UPDATE comments c SET comment = ${marker} FROM posts p
      WHERE p.id = c.post_id AND p.id = ANY (${rows.map(({ id }) => id)}::uuid[])`.execute(db);
  }
  const publishAt = new Date(Date.now() + DAY_MS).toISOString();
  const { token } = await buildMember(app);
  const body = { postType: 'general', description: scheduled, publishAt };
  expect(await app.call(createPost, { token, body })).toMatchObject({ ok: true });
  return restricted;
}

/** Returns the addresses at which somebody who knows a post or its author could try to read it. */
const addressesOf = ({ id, user_id: userId, username }: RestrictedPost): string[] => [
  `/p/${id}`,
  `/embed/p/${id}`,
  `/api/oembed?url=${encodeURIComponent(`https://after.example/p/${id}`)}`,
  `/api/post/${id}`,
  `/api/post/${id}/revisions`,
  `/api/post/likes/${id}`,
  `/api/post/getByUserPost?userId=${userId}`,
  `/api/users/${userId}`,
  `/@${username}`,
  `/feeds/@${username}.rss`,
];

/** Follows all links from some pages, each once, up to a limit. Returns the responses by URL. */
async function crawl(from: readonly string[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const queue = [...from];
  for (const url of queue) {
    if (pages.has(url) || pages.size >= MAX_PAGES || /\.(webp|jpg|png|svg)$/.test(url)) continue;
    const { statusCode, body } = await app.http.inject({ url });
    expect([200, 302, 401, 404], `${url} ${statusCode}`).toContain(statusCode);
    pages.set(url, body);
    queue.push(...linksIn(body));
  }
  return pages;
}

/** Hides the newest job with a moderator's decision. */
async function hideNewestJob(): Promise<void> {
  const { token } = await buildStaff(app, 'moderator');
  const jobs = await app.call(listJobs, { query: { limit: '1' } });
  const [job] = jobs.ok ? jobs.body : [];
  await sql`UPDATE posts SET description = ${SECRET} WHERE id = ${job?._id}::uuid`.execute(app.services.db);
  await app.call(reportPost, { token, body: { post_id: job?._id } });
  const cases = await app.call(listCases, { token });
  const openCase = cases.ok ? cases.body.find(({ subject }) => subject._id === job?._id) : undefined;
  const body = { action: 'hide', rule: 'Be kind', facts: 'A threat.', statement: 'This threatens others.' };
  const decided = await app.call(decideCase, { token, params: { id: openCase?._id ?? '' }, body });
  expect(decided).toMatchObject({ ok: true });
}

it('A guest who follows every link and tries every address finds no post with a restricted audience', async () => {
  const restricted = await restrictPosts();
  expect(restricted).toHaveLength(9);
  const calls = MARKERS.flatMap((marker) => [
    `/api/search/posts?keyword=${marker}`,
    `/api/tags/posts?tag=${marker.replaceAll('-', '_')}`,
    `/tags/${marker.replaceAll('-', '_')}`,
    `/feeds/tags/${marker.replaceAll('-', '_')}.rss`,
  ]);
  const pages = ['/webinars', '/jobs', '/feeds/all.rss', '/feeds/all.atom', '/feeds/all.json', '/sitemap.xml'];
  const lists = ['/api/webinars', '/api/jobs', '/api/posts/scheduled'];
  const responses = await crawl([...pages, ...calls, ...lists, ...restricted.flatMap(addressesOf)]);
  expect(responses.size).toBeGreaterThan(100);
  // A page may repeat its own address, which contains the marker.
  const shown = [...responses].map(([url, body]): [string, string] => [url, body.replaceAll(url, '')]);
  for (const marker of MARKERS)
    expect(
      shown.filter(([, body]) => body.includes(marker)).map(([url]) => url),
      marker,
    ).toEqual([]);
  for (const { id } of restricted)
    for (const url of [`/p/${id}`, `/embed/p/${id}`, `/api/post/${id}`])
      expect((await app.http.inject({ url })).statusCode, url).toBe(404);
  // Members find the posts for members, so the markers are there.
  const { token } = await buildMember(app);
  const search = await app.call(searchPosts, { token, query: { keyword: MARKERS[0] } });
  expect(search.ok && search.body.length).toBeGreaterThan(0);
  for (const [url, body] of responses)
    if (body.includes('<html')) expect(body, url).toContain('<html lang="en" dir="ltr">');
});

it('A guest who follows every link finds no email address, no webinar link and no hidden post', async () => {
  const { db } = app.services;
  const { rows: emails } = await sql<{ email: string }>`SELECT email FROM users`.execute(db);
  const { rows: links } = await sql<{ link: string }>`SELECT DISTINCT link FROM posts
    WHERE post_type = 'webinar'`.execute(db);
  await hideNewestJob();
  const responses = await crawl(['/webinars', '/jobs', '/feeds/all.rss', '/sitemap.xml']);
  const all = [...responses.values()].join('\n').replaceAll('&#64;', '@');
  expect(responses.size).toBeGreaterThan(100);
  expect([...responses.keys()].filter((url) => url.startsWith('/@')).length).toBeGreaterThan(20);
  expect(emails.filter(({ email }) => all.includes(email))).toEqual([]);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter(({ link }) => all.includes(link))).toEqual([]);
  expect(all).not.toContain(SECRET);
  // No content can run as code: the only script elements contain data.
  const scripts = [...all.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes.trim());
  const data = ['type="application/ld+json"', 'type="application/json" id="page-data"'];
  expect(new Set(scripts).difference(new Set(data))).toEqual(new Set());
});
