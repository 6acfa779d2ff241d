import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { setAllNotificationsRead } from '@afterhours/contract/notifications/notifications';
import { setFollow } from '@afterhours/contract/people/follow';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#db/statements/transaction.ts';
import { memberFollowed } from '#features/follow/events.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { followMember, listWaiting, makeMailsDue, prefer } from '#testing/notifications/notification-mail.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { type SecondServer, startSecondServer } from '#testing/second-server.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';
import { claimDue } from './queries.ts';
import { mailDue } from './send-due.ts';
import { hasToMail } from './to-mail.ts';

let app: TestApp;
let other: SecondServer;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
  other = await startSecondServer(app);
});
beforeEach(async () => {
  [ana, ben, cleo] = [
    await buildMember(app, { firstName: 'Ana', lastName: 'Lima' }),
    await buildMember(app, { firstName: 'Ben', lastName: 'Ode' }),
    await buildMember(app, { firstName: 'Cleo', lastName: 'Noor' }),
  ];
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

const follows = { kinds: [{ kind: 'followed', mail: 'instant' }] };
const messages = { kinds: [{ kind: 'messaged', mail: 'instant' }] };

async function send(from: TestMember, to: TestMember, content: string) {
  const body = { receiver_id: to.id, content };
  await buildTies(app, [from, to]);
  await succeed(app.call(createMessage, { token: from.token, body }));
}

/** Makes all mails due and runs the job on one server. */
async function mailNow(): Promise<void> {
  await makeMailsDue(app);
  await mailDue(app.services);
}

async function isMailed(member: TestMember): Promise<boolean[]> {
  const { rows } = await sql<{ mailed: boolean }>`
    SELECT mailed_at IS NOT NULL AS mailed FROM notifications WHERE user_id = ${member.id}::uuid
    ORDER BY created_at`.execute(app.services.db);
  return rows.map(({ mailed }) => mailed);
}

describe('A mail about notifications', () => {
  it('is not sent to members who have not chosen it', async () => {
    await followMember(app, ben, ana);
    expect(await listWaiting(app, ana)).toEqual([]);
    await mailNow();
    expect(app.mail.sentTo(ana)).toEqual([]);
  });

  it('waits half a minute, and names everything that came until then', async () => {
    await prefer(app, ana, follows);
    await followMember(app, ben, ana);
    const [waiting] = await listWaiting(app, ana);
    const delay = Number(waiting?.due_at) - Number(waiting?.since);
    expect(delay).toBe(30_000);
    await followMember(app, cleo, ana);
    await mailDue(app.services);
    expect(app.mail.sentTo(ana)).toEqual([]);
    await mailNow();
    expect(app.mail.sentTo(ana)).toMatchObject([
      { subject: '2 new notifications – Afterhours', text: expect.stringContaining('Ben Ode has Followed you') },
    ]);
    expect(app.mail.sentTo(ana)[0]?.text).toContain('Cleo Noor has Followed you');
    expect(app.mail.sentTo(ana)[0]?.html).toContain('Cleo Noor has Followed you');
    expect(await listWaiting(app, ana)).toEqual([]);
  });

  it('is sent once, even if two servers poll concurrently and repeatedly', async () => {
    await prefer(app, ana, follows);
    await followMember(app, ben, ana);
    await makeMailsDue(app);
    await Promise.all([1, 2, 3].flatMap(() => [mailDue(app.services), mailDue(other.services)]));
    await mailNow();
    expect(app.mail.sentTo(ana)).toHaveLength(1);
    expect(await isMailed(ana)).toEqual([true]);
  });

  it('leaves out what was read, switched off or undone in the meantime, or is from a blocked member', async () => {
    await prefer(app, ana, follows);
    const cases: (() => Promise<unknown>)[] = [
      () => app.call(setAllNotificationsRead, { token: ana.token }),
      () => prefer(app, ana, { kinds: [{ kind: 'followed', mail: 'none' }] }),
      () => app.call(setFollow, { token: ben.token, body: { action: 'unfollow', follow_user_id: ana.id } }),
      () => app.call(setBlock, { token: ana.token, body: { userId: cleo.id, action: 'block' } }),
    ];
    const followers = [ben, cleo, ben, cleo];
    for (const [at, change] of cases.entries()) {
      await prefer(app, ana, follows);
      const follower = followers[at] ?? ben;
      await sql`DELETE FROM follows WHERE followed_id = ${ana.id}::uuid`.execute(app.services.db);
      await sql`DELETE FROM notifications WHERE user_id = ${ana.id}::uuid`.execute(app.services.db);
      await followMember(app, follower, ana);
      expect(await listWaiting(app, ana)).toHaveLength(1);
      await change();
      await mailNow();
      expect(app.mail.sentTo(ana)).toEqual([]);
      expect(await listWaiting(app, ana)).toEqual([]);
    }
  });

  it('leaves out kinds that are switched off in the account', async () => {
    await prefer(app, ana, follows);
    await app.call(updateProfile, { token: ana.token, body: { follow_notification: 'Off' } });
    await followMember(app, ben, ana);
    expect(await listWaiting(app, ana)).toEqual([]);
  });

  it('is sent once about a group while it is unread, and again after it was read', async () => {
    await prefer(app, ana, messages);
    await send(ben, ana, 'first');
    await mailNow();
    await send(ben, ana, 'second');
    expect(await listWaiting(app, ana)).toEqual([]);
    await app.call(setAllNotificationsRead, { token: ana.token });
    await send(ben, ana, 'third');
    expect(await listWaiting(app, ana)).toHaveLength(1);
  });

  it('does not quote messages unless the member wants it', async () => {
    await prefer(app, ana, messages);
    await prefer(app, cleo, { ...messages, messageText: true });
    for (const to of [ana, cleo]) await send(ben, to, 'The plum is ripe <b>now</b>');
    await mailNow();
    expect(app.mail.sentTo(ana)[0]?.text).toContain('Ben Ode sent you a message');
    expect(
      `${app.mail.sentTo(ana)[0]?.text} ${app.mail.sentTo(ana)[0]?.html} ${app.mail.sentTo(ana)[0]?.subject}`,
    ).not.toContain('plum');
    expect(app.mail.sentTo(cleo)[0]?.text).toContain('> The plum is ripe <b>now</b>');
    expect(app.mail.sentTo(cleo)[0]?.html).toContain('The plum is ripe &#60;b&#62;now&#60;/b&#62;');
  });

  it('contains no mail address, neither the recipient’s nor another member’s', async () => {
    await prefer(app, ana, follows);
    await followMember(app, ben, ana);
    await mailNow();
    const { to: _to, ...mail } = app.mail.sentTo(ana)[0] as MailMessage;
    expect(JSON.stringify(mail)).not.toContain('@example.com');
  });

  it('waits until the quiet hours are over', async () => {
    const { rows } = await sql<{ from: string; to: string }>`
      SELECT to_char((now() - interval '1 hour') AT TIME ZONE 'Asia/Tokyo', 'HH24:MI') AS from,
        to_char((now() + interval '1 hour') AT TIME ZONE 'Asia/Tokyo', 'HH24:MI') AS to`.execute(app.services.db);
    await prefer(app, ana, { ...follows, quiet: { ...rows[0], timeZone: 'Asia/Tokyo' } });
    await followMember(app, ben, ana);
    await mailNow();
    expect(app.mail.sentTo(ana)).toEqual([]);
    const [waiting] = await listWaiting(app, ana);
    expect(Number(waiting?.due_at) - Date.now()).toBeGreaterThan(55 * MINUTE_MS);
    await prefer(app, ana, { quiet: null });
    await mailNow();
    expect(app.mail.sentTo(ana)).toHaveLength(1);
  });

  it('waits ten minutes after the previous mail', async () => {
    await prefer(app, ana, follows);
    await followMember(app, ben, ana);
    await mailNow();
    await followMember(app, cleo, ana);
    await mailNow();
    expect(app.mail.sentTo(ana)).toHaveLength(1);
    await sql`UPDATE notification_settings SET mailed_at = now() - interval '11 minutes'`.execute(app.services.db);
    await mailNow();
    expect(app.mail.sentTo(ana).map(({ subject }) => subject)).toEqual([
      'Ben Ode has Followed you – Afterhours',
      'Cleo Noor has Followed you – Afterhours',
    ]);
  });

  it('waits while the member has a tab open, for at most fifteen minutes', async () => {
    const { db } = app.services;
    await prefer(app, ana, follows);
    await followMember(app, ben, ana);
    await sql`INSERT INTO presence_nodes (id, linked) VALUES (${ben.id}::uuid, true)`.execute(db);
    await sql`INSERT INTO presence_members (node_id, user_id) VALUES (${ben.id}::uuid, ${ana.id}::uuid)`.execute(db);
    await sql`UPDATE users SET login_time = now() WHERE id = ${ana.id}::uuid`.execute(db);
    await mailNow();
    expect(app.mail.sentTo(ana)).toEqual([]);
    await sql`UPDATE users SET login_time = now() - interval '20 minutes' WHERE id = ${ana.id}::uuid`.execute(db);
    await mailNow();
    expect(app.mail.sentTo(ana)).toEqual([]);
    await sql`UPDATE notification_mails SET since = since - interval '16 minutes' WHERE user_id = ${ana.id}::uuid
      `.execute(db);
    await mailNow();
    expect(app.mail.sentTo(ana)).toHaveLength(1);
  });

  it('is not sent to members who are kept out or were deleted in the meantime', async () => {
    const { db } = app.services;
    for (const member of [ana, cleo]) {
      await prefer(app, member, follows);
      await followMember(app, ben, member);
    }
    await sql`UPDATE users SET waiting = true WHERE id = ${ana.id}::uuid`.execute(db);
    await sql`DELETE FROM users WHERE id = ${cleo.id}::uuid`.execute(db);
    await mailNow();
    expect([...app.mail.sentTo(ana), ...app.mail.sentTo(cleo)]).toEqual([]);
    expect([...(await listWaiting(app, ana)), ...(await listWaiting(app, cleo))]).toEqual([]);
  });

  it('covers a notification that arrives while the previous mail is being sent', async () => {
    await prefer(app, ana, follows);
    await followMember(app, ben, ana);
    const sent = vi.spyOn(app.services.mail, 'send').mockImplementationOnce(() => followMember(app, cleo, ana));
    await mailNow();
    sent.mockRestore();
    expect(await isMailed(ana)).toEqual([true, false]);
    expect(await listWaiting(app, ana)).toHaveLength(1);
    await sql`UPDATE notification_settings SET mailed_at = now() - interval '11 minutes'`.execute(app.services.db);
    await mailNow();
    expect(app.mail.sentTo(ana).map(({ subject }) => subject)).toEqual(['Cleo Noor has Followed you – Afterhours']);
  });

  it('covers a notification whose transaction began before that of another one', async () => {
    const { services } = app;
    await prefer(app, ana, follows);
    await inTransaction(services, async (tx) => {
      // A transaction begins with its first statement, so this one begins before the other.
      await sql`SELECT now()`.execute(tx.db);
      await followMember(app, ben, ana);
      await tx.emit(memberFollowed, { followedId: ana.id, actorId: cleo.id });
    });
    await mailNow();
    expect(app.mail.sentTo(ana).map(({ subject }) => subject)).toEqual(['2 new notifications – Afterhours']);
  });

  it('is found by an index', async () => {
    const plan = await explain(app.services.db, (db) => claimDue(db, 5, 60));
    expect(plan).toContain('notification_mails_due');
    const mailQuery = { userId: ana.id, kinds: ['followed' as const], since: new Date() };
    const ofMember = await explain(app.services.db, (db) => hasToMail(db, mailQuery));
    expect(ofMember).toMatch(/notifications_(?:unread|newest)/);
  });
});
