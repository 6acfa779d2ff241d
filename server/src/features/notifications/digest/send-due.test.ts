import { getProfile } from '@afterhours/contract/account/account';
import { DAY_MS } from '@afterhours/contract/base/durations';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { unsubscribeFromMails } from '@afterhours/contract/notifications/notification-mail';
import { setAllNotificationsRead } from '@afterhours/contract/notifications/notifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { explain } from '#testing/database/plans.ts';
import { findDigest, followMember, makeMailsDue, prefer } from '#testing/notifications/notification-mail.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { type SecondServer, startSecondServer } from '#testing/second-server.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';
import { mailDue } from '../mail/send-due.ts';
import { claimDigests } from './planned.ts';
import { digestDue } from './send-due.ts';

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

const by = (mail: string) => ({ kinds: [{ kind: 'followed', mail }] });
const daily = by('daily');

/** Returns when the member's next digest is due. Throws if none is planned. */
async function dueAt(member: TestMember): Promise<Date> {
  const planned = await findDigest(app, member);
  if (!planned) throw new Error('no digest is planned');
  return planned.due_at;
}

/** Runs the job on one server, as if the member's next digest were due. */
async function sendNext(member = ana): Promise<void> {
  await digestDue(app.services, await dueAt(member));
}

async function countMailed(member = ana): Promise<number> {
  const { rows } = await sql`
    SELECT 1 FROM notifications WHERE user_id = ${member.id}::uuid AND mailed_at IS NOT NULL`.execute(app.services.db);
  return rows.length;
}

describe('A daily digest', () => {
  it('contains what came since the previous one, and is sent at the member’s hour', async () => {
    await prefer(app, ana, { ...daily, digest: { hour: 6, timeZone: 'Asia/Kathmandu' } });
    await followMember(app, ben, ana);
    await followMember(app, cleo, ana);
    await makeMailsDue(app);
    await mailDue(app.services);
    expect(app.mail.sentTo(ana)).toEqual([]);
    const due = await dueAt(ana);
    expect(due.toISOString()).toMatch(/T00:15:00\.000Z$/);
    await digestDue(app.services, new Date(due.getTime() - 1));
    expect(app.mail.sentTo(ana)).toEqual([]);
    await digestDue(app.services, due);
    expect(app.mail.sentTo(ana)).toMatchObject([{ subject: 'Your day at Afterhours' }]);
    const [mail] = app.mail.sentTo(ana);
    for (const sentence of ['Ben Ode has Followed you', 'Cleo Noor has Followed you']) {
      expect(mail?.text).toContain(sentence);
      expect(mail?.html).toContain(sentence);
    }
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(await countMailed()).toBe(2);
  });

  it('is not sent when there is nothing to include, and the next one is planned', async () => {
    await prefer(app, ana, daily);
    const due = await dueAt(ana);
    await sendNext();
    expect(app.mail.sentTo(ana)).toEqual([]);
    expect((await dueAt(ana)).getTime()).toBe(due.getTime() + DAY_MS);
  });

  it('contains nothing twice, and nothing that was mailed instantly', async () => {
    await prefer(app, ana, by('instant'));
    await followMember(app, ben, ana);
    await makeMailsDue(app);
    await mailDue(app.services);
    expect(app.mail.sentTo(ana)).toHaveLength(1);
    await prefer(app, ana, { ...daily, digest: { cadence: 'daily' } });
    await sendNext();
    expect(app.mail.sentTo(ana)).toHaveLength(1);
    await followMember(app, cleo, ana);
    await sendNext();
    await sendNext();
    expect(app.mail.sentTo(ana)).toHaveLength(2);
    expect(app.mail.sentTo(ana)[1]?.text).not.toContain('Ben Ode');
  });

  it('waits while another server mails the member, so that nothing is in both mails', async () => {
    await prefer(app, ana, by('instant'));
    await followMember(app, ben, ana);
    await makeMailsDue(app);
    const sent = vi.spyOn(app.services.mail, 'send').mockImplementationOnce(async () => {
      await prefer(app, ana, { ...daily, digest: { cadence: 'daily' } });
      await digestDue(other.services, await dueAt(ana));
    });
    await mailDue(app.services);
    sent.mockRestore();
    expect(app.mail.sentTo(ana)).toEqual([]);
    expect(await countMailed()).toBe(1);
    await sendNext();
    expect(app.mail.sentTo(ana)).toEqual([]);
  });

  it('is sent once, even if two servers poll concurrently and repeatedly', async () => {
    const members = [ana, ben, cleo];
    for (const member of members) {
      await prefer(app, member, { ...daily, digest: { timeZone: 'UTC' } });
      await followMember(app, await buildMember(app), member);
    }
    const due = await dueAt(ana);
    await Promise.all([1, 2, 3].flatMap(() => [digestDue(app.services, due), digestDue(other.services, due)]));
    expect(members.map((member) => app.mail.sentTo(member).length)).toEqual([1, 1, 1]);
  });

  it('leaves out what was read in the meantime or comes from a blocked member', async () => {
    await prefer(app, ana, daily);
    await followMember(app, ben, ana);
    await app.call(setAllNotificationsRead, { token: ana.token });
    await followMember(app, cleo, ana);
    await app.call(setBlock, { token: ana.token, body: { userId: cleo.id, action: 'block' } });
    await sendNext();
    expect(app.mail.sentTo(ana)).toEqual([]);
  });

  it('is retried while a mail server is down for a day, and is then sent once', async () => {
    await prefer(app, ana, { ...daily, quiet: { from: '23:00', to: '05:00', timeZone: 'UTC' } });
    await followMember(app, ben, ana);
    const away = vi.spyOn(app.services.mail, 'send').mockRejectedValue(new Error('connect ECONNREFUSED'));
    const first = await dueAt(ana);
    let tries = 0;
    for (let due = first; due.getTime() < first.getTime() + DAY_MS; due = await dueAt(ana), tries++) {
      await digestDue(app.services, due);
      expect((await dueAt(ana)).getTime()).toBeGreaterThan(due.getTime());
    }
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(40);
    away.mockRestore();
    await sendNext();
    await sendNext();
    expect(app.mail.sentTo(ana)).toHaveLength(1);
  });

  it('stops at the third time that the address is refused', async () => {
    await prefer(app, ana, daily);
    await followMember(app, ben, ana);
    const refusal = Object.assign(new Error('no such user'), { responseCode: 550 });
    const refused = vi.spyOn(app.services.mail, 'send').mockRejectedValue(refusal);
    await sendNext();
    await sendNext();
    await sendNext();
    refused.mockRestore();
    expect(await findDigest(app, ana)).toBeUndefined();
    expect(await prefer(app, ana, {})).toMatchObject({ stopped: 'refused' });
  });

  it('is not sent to members who are kept out or deleted while it is planned', async () => {
    const { db } = app.services;
    for (const member of [ana, cleo]) {
      await prefer(app, member, daily);
      await followMember(app, ben, member);
    }
    const due = await dueAt(ana);
    await sql`UPDATE users SET waiting = true WHERE id = ${ana.id}::uuid`.execute(db);
    await sql`DELETE FROM users WHERE id = ${cleo.id}::uuid`.execute(db);
    await digestDue(app.services, due);
    expect([...app.mail.sentTo(ana), ...app.mail.sentTo(cleo)]).toEqual([]);
    expect(await findDigest(app, cleo)).toBeUndefined();
    expect((await dueAt(ana)).getTime()).toBeGreaterThan(due.getTime());
  });

  it('is found by an index', async () => {
    expect(await explain(app.services.db, (db) => claimDigests(db, 4, 60))).toContain('notification_digests_due');
  });
});

describe('A weekly digest', () => {
  it('comes on the member’s weekday, independently of daily ones', async () => {
    const kinds = [
      { kind: 'followed', mail: 'weekly' },
      { kind: 'liked', mail: 'daily' },
    ];
    await prefer(app, ana, { kinds, digest: { timeZone: 'UTC' } });
    await followMember(app, ben, ana);
    for (let days = 0; days < 7 && app.mail.sentTo(ana).length === 0; days++) await sendNext();
    expect(app.mail.sentTo(ana)).toMatchObject([{ subject: 'Your week at Afterhours' }]);
    const { rows } = await sql<{ day: number }>`
      SELECT extract(isodow FROM digested_at AT TIME ZONE 'UTC')::integer AS day FROM notification_settings
      WHERE user_id = ${ana.id}::uuid`.execute(app.services.db);
    expect(rows).toEqual([{ day: 1 }]);
  });
});

describe('Unsubscribing from digests', () => {
  it('stops them with one click, keeps instant mails, and can be undone', async () => {
    const kinds = [...by('instant').kinds, { kind: 'liked', mail: 'daily' }];
    await prefer(app, ana, { kinds, digest: { cadence: 'daily' } });
    await followMember(app, ben, cleo);
    await prefer(app, cleo, { digest: { cadence: 'daily' } });
    await followMember(app, ana, cleo);
    await sendNext(cleo);
    const url = app.mail.sentTo(cleo)[0]?.headers?.['List-Unsubscribe']?.slice(1, -1) ?? '';
    const response = await app.http.inject({
      method: 'POST',
      url: new URL(url).pathname,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.statusCode).toBe(200);
    const token = url.split('/').at(-1);
    const message = 'Unsubscribed. We won’t send you any more daily or weekly emails.';
    expect(await app.call(unsubscribeFromMails, { body: { token } })).toMatchObject({ ok: true, message });
    expect(await prefer(app, cleo, {})).toMatchObject({ stopped: null, digest: { cadence: 'daily', stopped: true } });
    expect(await findDigest(app, cleo)).toBeUndefined();
    expect(await prefer(app, cleo, { digest: { stopped: false } })).toMatchObject({ digest: { stopped: false } });
    expect(await findDigest(app, cleo)).toBeDefined();
    expect(await prefer(app, ana, {})).toMatchObject({ digest: { stopped: false } });
  });
});

describe('Calm mode', () => {
  it('mails what would be mailed instantly once a day', async () => {
    await prefer(app, ana, { ...by('instant'), calm: true });
    await followMember(app, ben, ana);
    await makeMailsDue(app);
    await mailDue(app.services);
    expect(app.mail.sentTo(ana)).toEqual([]);
    await followMember(app, cleo, ana);
    await sendNext();
    await sendNext();
    expect(app.mail.sentTo(ana)).toMatchObject([{ subject: 'Your day at Afterhours' }]);
    expect(app.mail.sentTo(ana)[0]?.text).toContain('Ben Ode has Followed you');
  });

  it('also applies to notifications that are waiting to be mailed when it is switched on', async () => {
    await prefer(app, ana, by('instant'));
    await followMember(app, ben, ana);
    await prefer(app, ana, { calm: true });
    await makeMailsDue(app);
    await mailDue(app.services);
    expect(app.mail.sentTo(ana)).toEqual([]);
    await sendNext();
    expect(app.mail.sentTo(ana)[0]?.text).toContain('Ben Ode has Followed you');
  });

  it('loses nothing when it is switched off: waiting notifications are mailed soon, and once', async () => {
    await prefer(app, ana, { ...by('instant'), calm: true });
    await followMember(app, ben, ana);
    await prefer(app, ana, { calm: false });
    expect(await findDigest(app, ana)).toBeUndefined();
    await makeMailsDue(app);
    await mailDue(app.services);
    await makeMailsDue(app);
    await mailDue(app.services);
    expect(app.mail.sentTo(ana)).toMatchObject([{ subject: 'Ben Ode has Followed you – Afterhours' }]);
  });

  it('is part of the member’s own account, which the web app reads to draw badges', async () => {
    const read = async () => {
      const response = await app.call(getProfile, { token: ana.token });
      return response.ok && response.body.calm;
    };
    expect(await read()).toBe(false);
    await prefer(app, ana, { calm: true });
    expect(await read()).toBe(true);
  });
});
