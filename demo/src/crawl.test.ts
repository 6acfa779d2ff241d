/** What a guest finds who follows every link of the demo community: pages, feeds, calls. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listJobs } from '@afterhours/contract/browse';
import { reportPost } from '@afterhours/contract/moderation';
import { decideCase, listCases } from '@afterhours/contract/staff-cases';
import { buildStaff } from '@afterhours/server/testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '@afterhours/server/testing/test-app.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillDemo } from './fill.ts';

const SHELL = '<!doctype html><html><head><title>Afterhours</title></head><body><div id="root"></div></body></html>';
const PAGES = 400;
const SECRET = 'hidden-by-a-decision-7f3a';
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL: 'https://after.example' }, (dataDir) => {
    mkdirSync(path.join(dataDir, 'web'));
    writeFileSync(path.join(dataDir, 'web/index.html'), SHELL);
  });
  await fillDemo(app.services, { onProgress: () => undefined, now: new Date() });
}, 60_000);
afterAll(() => app.close());

/** The addresses of this site in a document, as links, feeds, frames and pictures name them. */
const linksIn = (body: string): string[] =>
  [...body.matchAll(/(?:href|src)="(?:https:\/\/after\.example)?(\/[^"/][^"]*|\/)"/g)].map(([, link = '']) =>
    link.replaceAll('&#38;', '&'),
  );

/** Follows all links from some pages, each once. */
async function crawl(from: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const queue = [...from];
  for (const url of queue) {
    if (found.has(url) || found.size >= PAGES || /\.(webp|jpg|png|svg)$/.test(url)) continue;
    const { statusCode, body } = await app.http.inject({ url });
    expect([200, 302, 404], `${url} ${statusCode}`).toContain(statusCode);
    found.set(url, body);
    queue.push(...linksIn(body));
  }
  return found;
}

/** Hides the first job of the list by a decision. */
async function hideNewestJob(): Promise<void> {
  const { token } = await buildStaff(app, 'moderator');
  const jobs = await app.call(listJobs, { query: { limit: '1' } });
  const [job] = jobs.ok ? jobs.body : [];
  await sql`UPDATE posts SET description = ${SECRET} WHERE id = ${job?._id}::uuid`.execute(app.services.db);
  await app.call(reportPost, { token, body: { post_id: job?._id } });
  const cases = await app.call(listCases, { token });
  const waiting = cases.ok ? cases.body.find(({ subject }) => subject._id === job?._id) : undefined;
  const body = { action: 'hide', rule: 'Be kind', facts: 'A threat.', statement: 'This threatens others.' };
  const decided = await app.call(decideCase, { token, params: { id: waiting?._id ?? '' }, body });
  expect(decided).toMatchObject({ ok: true });
}

it('A guest who follows every link finds no email address, no link of a webinar, nothing that is hidden', async () => {
  const { db } = app.services;
  const { rows: emails } = await sql<{ email: string }>`SELECT email FROM users`.execute(db);
  const { rows: links } = await sql<{ link: string }>`SELECT DISTINCT link FROM posts
    WHERE post_type = 'webinar'`.execute(db);
  await hideNewestJob();
  const found = await crawl(['/webinars', '/jobs', '/feeds/all.rss', '/sitemap.xml']);
  const all = [...found.values()].join('\n').replaceAll('&#64;', '@');
  expect(found.size).toBeGreaterThan(100);
  expect([...found.keys()].filter((url) => url.startsWith('/@')).length).toBeGreaterThan(20);
  expect(emails.filter(({ email }) => all.includes(email))).toEqual([]);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter(({ link }) => all.includes(link))).toEqual([]);
  expect(all).not.toContain(SECRET);
  // Whatever a page says, nothing of it runs: the only scripts are data.
  const scripts = [...all.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes.trim());
  const data = ['type="application/ld+json"', 'type="application/json" id="page-data"'];
  expect(new Set(scripts).difference(new Set(data))).toEqual(new Set());
}, 60_000);
