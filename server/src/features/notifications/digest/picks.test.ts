import { HOUR_MS } from '@afterhours/contract/base/durations';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { createMute } from '@afterhours/contract/mutes';
import { likePost } from '@afterhours/contract/posts/likes';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { explain } from '#testing/database/plans.ts';
import { findDigest, followMember, prefer } from '#testing/notifications/notification-mail.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';
import { bestPosts, jobs, loadPicks, webinars } from './picks.ts';
import { digestDue } from './send-due.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let stranger: TestMember;

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
});
beforeEach(async () => {
  [ana, ben, stranger] = [await buildMember(app), await buildMember(app, { firstName: 'Ben' }), await buildMember(app)];
  await followMember(app, ana, ben);
});
afterAll(() => app.close());

const fromNow = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

async function pick() {
  const times = { since: fromNow(-24), now: new Date(), until: fromNow(24) };
  const picks = await loadPicks(app.services, ana.id, times);
  const titles = (posts: typeof picks.posts) => posts.map(({ title, description }) => title || description);
  return { posts: titles(picks.posts), webinars: titles(picks.webinars), jobs: titles(picks.jobs) };
}
const webinar = (title: string, hours: number) => ({
  postType: 'webinar',
  title,
  description: 'An hour together',
  link: 'https://example.com/room',
  startsAt: fromNow(hours).toISOString(),
  timeZone: 'UTC',
});
const job = (title: string) => ({
  postType: 'job',
  title,
  description: 'Come and join',
  opening: 'Two',
  salary: 'Fair',
});

describe('The picks for a digest', () => {
  it('include the three most popular posts of the network, without those that the member has liked', async () => {
    for (const description of ['first', 'second', 'third', 'fourth', 'liked'])
      await buildPost(app, ben, { description });
    await buildPost(app, stranger, { description: 'elsewhere' });
    await buildPost(app, ana, { description: 'own' });
    const { db } = app.services;
    await sql`
      UPDATE posts SET popularity = array_position(ARRAY['third', 'first', 'fourth', 'second', 'liked'], description)
      WHERE user_id = ${ben.id}::uuid`.execute(db);
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM posts WHERE user_id = ${ben.id}::uuid AND description = 'liked'`.execute(db);
    await app.call(likePost, { token: ana.token, body: { post_id: rows[0]?.id, status: true } });
    expect((await pick()).posts).toEqual(['second', 'fourth', 'first']);
  });

  it('exclude posts that are old, hidden, labelled or muted, or by a blocked member', async () => {
    const { db } = app.services;
    const [hidden, labelled, muted] = [
      await buildPost(app, ben, { description: 'about hiding' }),
      await buildPost(app, ben, { description: 'about labels' }),
      await buildPost(app, ben, { description: 'about spoilers' }),
    ];
    expect((await pick()).posts).toHaveLength(3);
    await app.call(createMute, { token: ana.token, body: { kind: 'word', value: 'spoilers' } });
    expect((await pick()).posts).not.toContain(muted.description);
    await sql`UPDATE posts SET label = 'sensitive' WHERE id = ${labelled._id}::uuid`.execute(db);
    expect((await pick()).posts).toEqual([hidden.description]);
    const late = { since: fromNow(1), now: new Date(), until: fromNow(24) };
    expect((await loadPicks(app.services, ana.id, late)).posts).toEqual([]);
    await app.call(setBlock, { token: ana.token, body: { userId: ben.id, action: 'block' } });
    expect((await pick()).posts).toEqual([]);
  });

  it('include the network’s upcoming webinars, soonest first', async () => {
    await buildPost(app, ben, webinar('tonight', 8));
    await buildPost(app, ben, webinar('soon', 2));
    await buildPost(app, ben, webinar('next week', 150));
    await buildPost(app, stranger, webinar('elsewhere', 3));
    expect((await pick()).webinars).toEqual(['soon', 'tonight']);
  });

  it('include new jobs that match the member’s abilities, best matches first', async () => {
    const { db } = app.services;
    await sql`UPDATE users SET profession = 'Potter with patience' WHERE id = ${ana.id}::uuid`.execute(db);
    await sql`INSERT INTO skills (id, user_id, title)
      VALUES (gen_random_uuid(), ${ana.id}::uuid, 'Kiln firing')`.execute(db);
    await buildPost(app, stranger, job('Accountant with numbers'));
    await buildPost(app, stranger, job('Potter'));
    await buildPost(app, stranger, job('Potter for kiln firing'));
    await buildPost(app, ana, job('Potter, my own'));
    expect((await pick()).jobs).toEqual(['Potter for kiln firing', 'Potter']);
  });

  it('are in the digest of members who want it, even without notifications, and not twice', async () => {
    await prefer(app, ana, { digest: { cadence: 'daily', timeZone: 'UTC' } });
    await buildPost(app, ben, { description: '<b>About glazes</b> ' });
    const mails = () => app.mail.sentTo(ana);
    const due = (await findDigest(app, ana))?.due_at ?? new Date();
    await digestDue(app.services, due);
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.text).toContain('Best posts from your network');
    expect(mails()[0]?.text).toContain('About glazes');
    expect(mails()[0]?.html).not.toContain('<b>About');
    expect(mails()[0]?.html).not.toContain('<img');
    await digestDue(app.services, (await findDigest(app, ana))?.due_at ?? due);
    expect(mails()).toHaveLength(1);
  });

  it('are read by indexes', async () => {
    const { db } = app.services;
    const of = (query: ReturnType<typeof bestPosts>) => explain(db, (plain) => query.execute(plain));
    expect(await of(bestPosts(ana.id, fromNow(-24)))).toContain('posts_author');
    expect(await of(webinars(ana.id, new Date(), fromNow(24)))).toContain('posts_webinars');
    expect(await of(jobs(ana.id, fromNow(-24)))).toContain('posts_open_jobs');
  });
});
