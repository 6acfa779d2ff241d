import { DAY_MS } from '@afterhours/contract/base/durations';
import { listUserPosts } from '@afterhours/contract/feed';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { publishScheduledPost, updateScheduledPost } from '@afterhours/contract/posts/scheduled-posts';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { createFiltering } from '#testing/calls/filtering.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm, buildPng } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { listScheduled, makeDue, scheduleFor } from '#testing/rows/scheduled.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { type SecondServer, startSecondServer } from '#testing/second-server.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';
import { inDays } from '#testing/times.ts';
import { type Limit, publishDue } from './publish-due.ts';
import { lockScheduled } from './scheduled-queries.ts';

const SUSPENDED = 'Your account was suspended at that time.';
/** As for members who are not new. */
const unlimited: Limit = (_doing, run) => run();
let app: TestApp;
let other: SecondServer;
let owner: TestMember;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
  other = await startSecondServer(app);
  owner = await buildStaff(app, 'owner');
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

const { addFilter } = createFiltering(() => ({ app, owner, ana }));

/** Schedules a post and makes it due. */
async function scheduleDue(fields: Record<string, unknown> = {}): Promise<void> {
  await succeed(scheduleFor(app, ana, fields));
  await makeDue(app, ana);
}
const publishAll = (services = app.services) => publishDue(services, unlimited);

async function postsOf(member: TestMember, viewer = member) {
  const response = await succeed(
    app.call(listUserPosts, { token: viewer.token, query: { userId: member.id, limit: '100' } }),
  );
  return response.body;
}
async function notificationsOf(member: TestMember) {
  return (await succeed(app.call(listNotifications, { token: member.token }))).body.notifications;
}

describe('A post whose time has come', () => {
  it('is published in order under a new id, and notifies its author and the mentioned members', async () => {
    await scheduleFor(app, ana, { description: `With @${ben.user.username} #kiln` });
    const [scheduled] = await listScheduled(app, ana);
    expect(await notificationsOf(ben)).toEqual([]);
    await makeDue(app, ana);
    await publishAll();
    const [post, ...more] = await postsOf(ana, ben);
    expect(more).toEqual([]);
    expect(post).toMatchObject({ description: `With @${ben.user.username} #kiln`, hashtags: ['kiln'] });
    expect(post!._id > scheduled!._id).toBe(true);
    expect(Date.now() - new Date(post!.createdAt).getTime()).toBeLessThan(60_000);
    expect(await listScheduled(app, ana)).toEqual([]);
    expect(await notificationsOf(ana)).toMatchObject([
      {
        kind: 'scheduledPublished',
        content: 'Your scheduled post has been published',
        actor: null,
        link: `/activities#${post!._id}`,
        subject: { about: 'post' },
      },
    ]);
    expect(await notificationsOf(ben)).toMatchObject([{ kind: 'mentioned' }]);
  });

  it('is published once, even by several servers at the same time', async () => {
    for (let number = 0; number < 20; number++) await scheduleFor(app, ana, { description: `${number}` });
    await makeDue(app, ana);
    await Promise.all([publishAll(), publishAll(other.services), publishAll(), publishAll(other.services)]);
    const found = (await postsOf(ana)).map(({ description }) => description);
    expect(found).toHaveLength(20);
    expect(new Set(found).size).toBe(20);
    expect(await listScheduled(app, ana)).toEqual([]);
  });

  it('is left to the server that has claimed it, and taken over from one that has died', async () => {
    await scheduleFor(app, ana);
    const claim = (seconds: number) =>
      sql`UPDATE scheduled_posts SET publish_at = now() - interval '1 second',
        claimed_until = now() + make_interval(secs => ${seconds}) WHERE user_id = ${ana.id}::uuid`.execute(
        app.services.db,
      );
    await claim(30);
    await publishAll();
    expect(await postsOf(ana)).toEqual([]);
    await claim(-1);
    await publishAll();
    expect(await postsOf(ana)).toHaveLength(1);
  });

  it('is not published if it is deleted or changed at the same time', async () => {
    await scheduleDue();
    const [scheduled] = await listScheduled(app, ana);
    const changed = app.call(updateScheduledPost, {
      token: ana.token,
      params: { id: scheduled!._id },
      body: { publishAt: inDays(1) },
    });
    await Promise.all([changed, publishAll(), publishAll(other.services)]);
    const response = await changed;
    expect([(await postsOf(ana)).length, (await listScheduled(app, ana)).length]).toEqual(
      response.ok ? [0, 1] : [1, 0],
    );
  });

  it('is held like any other post if a filter finds a word in it', async () => {
    await addFilter();
    await scheduleDue({ description: 'Come to my casino' });
    await publishAll();
    expect(await postsOf(ana)).toMatchObject([{ held: { rule: 'No gambling' } }]);
    expect(await postsOf(ana, ben)).toEqual([]);
    // No notification of its publication, since nobody else sees it. The author was not shown the rule in a response,
    // so that a decision notification and a mail tell them.
    expect(await notificationsOf(ana)).toMatchObject([{ kind: 'decisionMade' }]);
    const { rows: mails } = await sql`SELECT 1 FROM jobs.job j JOIN decisions d ON d.id::text = j.data ->> 'decisionId'
      WHERE j.name = 'moderation.statement' AND d.member_id = ${ana.id}::uuid`.execute(app.services.db);
    expect(mails).toHaveLength(1);
    await app.services.db.deleteFrom('filters').execute();
  });

  it('is published by a server whose clock is slow', async () => {
    await scheduleDue();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
    await publishAll().finally(() => vi.useRealTimers());
    expect(await listScheduled(app, ana)).toEqual([]);
  });

  it('reaches only its audience, and no blocked members', async () => {
    await app.call(setBlock, { token: ana.token, body: { userId: ben.id, action: 'block' } });
    await scheduleDue({ visibility: 'members' });
    await publishAll();
    expect(await postsOf(ana)).toMatchObject([{ visibility: 'members' }]);
    const theirs = await app.call(listUserPosts, { token: ben.token, query: { userId: ana.id } });
    expect(JSON.stringify(theirs)).not.toContain('For later');
  });
});

/** Suspends a member for a day; returns a function that lifts the suspension. */
async function suspend(member: TestMember): Promise<() => Promise<unknown>> {
  const { db } = app.services;
  const [caseId, decisionId] = [newId(), newId()];
  const about = { subject_kind: 'member', subject_id: member.id, member_id: member.id } as const;
  await db
    .insertInto('cases')
    .values({ id: caseId, ...about, state: 'closed', evidence: '{"text":""}' })
    .execute();
  const until = new Date(Date.now() + DAY_MS);
  const reasons = { rule: 'Be kind', facts: null, statement: 'x', hides: false, reverses: null };
  await db
    .insertInto('decisions')
    .values({ id: decisionId, case_id: caseId, ...about, decided_by: newId(), action: 'suspend', until, ...reasons })
    .execute();
  await db.insertInto('sanctions').values({ decision_id: decisionId, user_id: member.id, until }).execute();
  return () => db.deleteFrom('sanctions').where('user_id', '=', member.id).execute();
}

describe('A post that cannot be published at its time', () => {
  it('stays with the reason, notifies its author, and is published on request', async () => {
    await scheduleDue({ description: 'While suspended' });
    const release = await suspend(ana);
    await Promise.all([publishAll(), publishAll(other.services)]);
    await release();
    expect(await postsOf(ana)).toEqual([]);
    const [failed] = await listScheduled(app, ana);
    expect(failed).toMatchObject({ problem: SUSPENDED });
    expect(await notificationsOf(ana)).toMatchObject([{ kind: 'scheduledFailed', link: '/scheduled', actor: null }]);
    await publishAll();
    expect(await postsOf(ana)).toEqual([]);
    const response = await app.call(publishScheduledPost, { token: ana.token, params: { id: failed!._id } });
    expect(response).toMatchObject({ ok: true, message: 'Post published.', body: { description: 'While suspended' } });
    expect(await listScheduled(app, ana)).toEqual([]);
  });

  it('stays while its author is waiting to be admitted', async () => {
    await scheduleDue();
    await app.services.db.insertInto('join_requests').values({ user_id: ana.id, answer: 'Potter' }).execute();
    await publishAll();
    await app.services.db.deleteFrom('join_requests').where('user_id', '=', ana.id).execute();
    expect(await postsOf(ana)).toEqual([]);
    expect(await listScheduled(app, ana)).toMatchObject([
      { problem: 'Your request to join had not been decided at that time.' },
    ]);
  });

  it('is scheduled again once it has a new time', async () => {
    await scheduleDue();
    const release = await suspend(ana);
    await publishAll();
    await release();
    const [failed] = await listScheduled(app, ana);
    const body = { publishAt: inDays(1) };
    const changed = await app.call(updateScheduledPost, { token: ana.token, params: { id: failed!._id }, body });
    expect(changed).toMatchObject({ ok: true, body: { problem: null } });
    await makeDue(app, ana);
    await publishAll();
    expect(await postsOf(ana)).toHaveLength(1);
  });

  it('stays if its webinar has begun, and can be corrected', async () => {
    const webinar = { postType: 'webinar', title: 'Glazes', link: 'https://example.com/room' };
    await scheduleDue({ ...webinar, startsAt: inDays(2) });
    const begun = new Date(Date.now() - 60_000).toISOString();
    await sql`UPDATE scheduled_posts SET body = jsonb_set(body, '{startsAt}', to_jsonb(${begun}::text))
      WHERE user_id = ${ana.id}::uuid`.execute(app.services.db);
    await publishAll();
    const [failed] = await listScheduled(app, ana);
    expect(failed?.problem).toBe('Please choose a time in the future.');
    const body = { startsAt: inDays(3), publishAt: inDays(1) };
    const changed = await app.call(updateScheduledPost, { token: ana.token, params: { id: failed!._id }, body });
    expect(changed).toMatchObject({ ok: true, body: { problem: null, startsAt: body.startsAt } });
  });

  it('stays if one of its files is gone', async () => {
    const png = await buildPng(40, 30);
    const form = buildForm({ folder: 'post' }, [{ field: 'file', name: 'a.png', bytes: png }]);
    const uploaded = await app.call(uploadPostFiles, { token: ana.token, form });
    await scheduleDue({ filenames: uploaded.ok ? uploaded.body.filenames : [] });
    await app.services.db.deleteFrom('uploads').where('owner_id', '=', ana.id).execute();
    await publishAll();
    expect(await listScheduled(app, ana)).toMatchObject([
      { problem: 'One of the files is no longer available. Please attach it again.', attachments: [] },
    ]);
    expect(await postsOf(ana)).toEqual([]);
  });

  it("stays if it exceeds its author's daily limit, while earlier ones are published", async () => {
    const settings = app.services.community.settings();
    const limited = {
      ...app.services,
      community: { ...app.services.community, settings: () => ({ ...settings, postsPerDay: 2 }) },
    };
    for (let number = 0; number < 3; number++) await scheduleFor(app, ana, { description: `${number}` });
    await makeDue(app, ana);
    await publishDue(limited, unlimited);
    expect(await postsOf(ana)).toHaveLength(2);
    expect(await listScheduled(app, ana)).toMatchObject([{ problem: expect.stringMatching(/the limit of .+ a day/) }]);
  });

  it('is retried later if the database fails midway, and leaves nothing half-written', async () => {
    await scheduleDue();
    const [scheduled] = await listScheduled(app, ana);
    const broken = inTransaction(app.services, async ({ db }) => {
      await lockScheduled(db, ana.id, scheduled!._id);
      throw new Error('the connection broke');
    });
    await expect(broken).rejects.toThrow('broke');
    await publishAll();
    expect(await postsOf(ana)).toHaveLength(1);
  });
});
