import { DAY_MS } from '@afterhours/contract/base/durations';
import { listOwnReports, reportPost } from '@afterhours/contract/moderation/moderation';
import { appealDecision } from '@afterhours/contract/moderation/own-decisions';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailDue } from '#features/notifications/mail/send-due.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { findDigest, listWaiting, makeMailsDue, prefer } from '#testing/notifications/notification-mail.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { writeTime } from '#texts/times.ts';
import { notifyReporters } from './notices.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let moderator: TestMember;
let owner: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  moderator = await buildStaff(app, 'moderator');
  owner = await buildStaff(app, 'owner');
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

const reasons = { rule: 'No fraud', facts: 'A copied shop.', statement: 'We act, because it is fraud.' };
const notificationsOf = async (member: TestMember) => {
  const list = await app.call(listNotifications, { token: member.token });
  return list.ok ? list.body.notifications : [];
};
const kindsOf = async (member: TestMember) => (await notificationsOf(member)).map(({ kind }) => kind).toReversed();

async function reportedPost(): Promise<{ caseId: string; text: string }> {
  const post = await buildPost(app, ana, { description: 'The cheapest lamps, only today' });
  await app.call(reportPost, { token: ben.token, body: { post_id: post._id, category: 'scam' } });
  const found = await app.call(cases.listCases, { token: moderator.token, query: { limit: '100' } });
  const one = found.ok ? found.body.find(({ subject }) => subject._id === post._id) : undefined;
  return { caseId: one?._id ?? '', text: post.description };
}
async function decide(caseId: string, body: object, by = moderator): Promise<string> {
  return (await succeed(app.call(cases.decideCase, { token: by.token, params: { id: caseId }, body }))).body._id;
}

it('A member reads the days of a decision in the time zone that they have chosen', async () => {
  const { caseId } = await reportedPost();
  await sql`INSERT INTO notification_settings (user_id, digest_zone)
    VALUES (${ana.id}::uuid, 'Pacific/Kiritimati')`.execute(app.services.db);
  const until = new Date(Date.now() + 7 * DAY_MS);
  await decide(caseId, { action: 'suspend', until: until.toISOString(), ...reasons });
  const { text } = await app.mail.next(ana.user.email);
  expect(text).toContain(`This decision ends on ${writeTime(until, 'Pacific/Kiritimati')}.`);
  expect(text).toMatch(/you can appeal until \w+day, \d+ \w+ 20\d\d:/);
});

describe('A reporter', () => {
  it('is notified once when a moderator claims the case and once of the outcome, never with a name', async () => {
    const { caseId } = await reportedPost();
    await app.call(cases.claimCase, { token: moderator.token, params: { id: caseId } });
    await expect.poll(() => kindsOf(ben)).toEqual(['reportLookedAt']);
    await decide(caseId, { action: 'suspend', until: new Date(Date.now() + DAY_MS).toISOString(), ...reasons });
    await expect.poll(() => kindsOf(ben)).toEqual(['reportLookedAt', 'reportActed']);
    const all = await notificationsOf(ben);
    for (const { actor, link } of all) expect([actor, link]).toEqual([null, '/Settings?tab=privacy#reports']);
    expect(all[0]?.content).toBe('We reviewed what you reported and acted on it');
    const events = await app.call(listNotifications, { token: ben.token, query: { kind: 'events' } });
    expect(events).toMatchObject({ body: { notifications: [] }, total: 2 });
    await app.services.jobs.enqueue(app.services.db, notifyReporters, { caseId, step: 'decided' });
    await app.services.jobs.enqueue(app.services.db, notifyReporters, { caseId, step: 'looked-at' });
    await expect
      .poll(async () => {
        const left = await app.services.db
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', ben.id)
          .execute();
        return left.length;
      })
      .toBe(2);
  });

  it.each([
    ['none', 'reportKept'],
    ['warn', 'reportWarned'],
    ['hide', 'reportGone'],
    ['ban', 'reportGone'],
  ])('is notified after the action %s: %s', async (action, kind) => {
    const { caseId } = await reportedPost();
    await decide(caseId, { action, ...reasons });
    await expect.poll(() => kindsOf(ben)).toEqual([kind]);
  });
});

describe('A reporter of what was removed', () => {
  it('is notified when the decision is reversed, and sees it among their reports', async () => {
    const { caseId } = await reportedPost();
    const id = await decide(caseId, { action: 'hide', ...reasons });
    await expect.poll(() => kindsOf(ben)).toEqual(['reportGone']);
    await succeed(
      app.call(cases.reverseDecision, { token: owner.token, params: { id }, body: { statement: 'It is no fraud.' } }),
    );
    await expect.poll(() => kindsOf(ben)).toEqual(['reportGone', 'reportReversed']);
    expect(await app.call(listOwnReports, { token: ben.token })).toMatchObject({
      body: [{ state: 'closed', outcome: 'kept', reversed: true }],
    });
  });
});

describe('A mail to a reporter', () => {
  const text = 'We reviewed what you reported. It has been removed';

  it('names the outcome if it is not seen in the app, but not that a moderator has claimed the case', async () => {
    const { caseId } = await reportedPost();
    await app.call(cases.claimCase, { token: moderator.token, params: { id: caseId } });
    await expect.poll(() => kindsOf(ben)).toEqual(['reportLookedAt']);
    expect(await listWaiting(app, ben)).toEqual([]);
    await decide(caseId, { action: 'hide', ...reasons });
    await expect.poll(() => listWaiting(app, ben)).toHaveLength(1);
    await makeMailsDue(app);
    await mailDue(app.services);
    const mail = await app.mail.next(ben.user.email);
    expect(mail.subject).toBe(`${text} – Afterhours`);
    expect(mail.text).toContain('/Settings?tab=privacy#reports');
    for (const { user } of [ana, moderator]) expect(mail.text).not.toContain(user.username);
  });

  it('waits for the digest in calm mode, and is not sent to members who have chosen none', async () => {
    await prefer(app, ben, { kinds: [{ kind: 'reports', mail: 'none' }] });
    const { caseId } = await reportedPost();
    await decide(caseId, { action: 'hide', ...reasons });
    await expect.poll(() => kindsOf(ben)).toEqual(['reportGone']);
    expect(await listWaiting(app, ben)).toEqual([]);
    await prefer(app, ben, { kinds: [{ kind: 'reports', mail: 'instant' }], calm: true });
    expect(await findDigest(app, ben)).toBeDefined();
  });
});

describe('The member concerned', () => {
  it('is notified even with all notifications off, and gets the statement by mail', async () => {
    const off = Object.fromEntries(
      ['message', 'comment', 'like', 'event', 'follow'].map((name) => [`${name}_notification`, 'Off']),
    );
    expect(await app.call(updateProfile, { token: ana.token, body: off })).toMatchObject({ ok: true });
    const { caseId, text } = await reportedPost();
    await decide(caseId, { action: 'hide', ...reasons });
    await expect.poll(() => kindsOf(ana)).toEqual(['decisionMade']);
    const mail = await app.mail.next(ana.user.email);
    expect(mail.subject).toBe('A moderation decision affects you – Afterhours');
    for (const part of [
      'We have hidden something that you posted.',
      text,
      reasons.rule,
      reasons.facts,
      reasons.statement,
      'This decision has no end date.',
      'after a report by a member; no automation was involved',
      'you can appeal until',
      '/Settings?tab=privacy#decisions',
    ])
      expect(mail.text).toContain(part);
    expect(mail.text).not.toContain(ben.user.username);
    expect(mail.text).not.toContain(moderator.user.username);
  });

  it('is notified of the outcome of an appeal, and gets it by mail', async () => {
    for (const [kind, opening] of [
      ['appealRefused', 'We have reviewed your appeal. The decision stands.'],
      ['appealGranted', 'We have reversed a moderation decision about you.'],
    ] as const) {
      const { caseId } = await reportedPost();
      const id = await decide(caseId, { action: 'warn', ...reasons });
      await app.mail.next(ana.user.email);
      const { token } = ana;
      await app.call(appealDecision, { token, params: { id }, body: { words: 'It is my own shop.' } });
      const found = await app.call(cases.listCases, { token: owner.token, query: { kind: 'appeal' } });
      const appeal = found.ok ? found.body.find(({ subject }) => subject._id === id)?._id : undefined;
      if (kind === 'appealRefused') await decide(appeal ?? '', { action: 'none', statement: 'It is not.' }, owner);
      else {
        const body = { statement: 'It is.' };
        await app.call(cases.reverseDecision, { token: owner.token, params: { id }, body });
      }
      await expect.poll(async () => (await kindsOf(ana)).at(-1)).toBe(kind);
      expect((await app.mail.next(ana.user.email)).text).toContain(opening);
    }
  });

  it('may have deleted the account: the case is decided all the same', async () => {
    const { caseId } = await reportedPost();
    await app.services.db.deleteFrom('users').where('id', '=', ana.id).execute();
    await decide(caseId, { action: 'ban', ...reasons });
    await expect.poll(() => kindsOf(ben)).toEqual(['reportGone']);
    expect(app.mail.sentTo(ana)).toEqual([]);
  });

  it('is not notified of a report that led to nothing', async () => {
    const { caseId } = await reportedPost();
    await decide(caseId, { action: 'none' });
    await expect.poll(() => kindsOf(ben)).toEqual(['reportKept']);
    expect(await kindsOf(ana)).toEqual([]);
    expect(app.mail.sentTo(ana)).toEqual([]);
  });
});
