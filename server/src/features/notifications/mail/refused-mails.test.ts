import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { getNotificationPreferences } from '@afterhours/contract/notifications/notification-mail';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setEmailVerified } from '#features/account/queries.ts';
import { followMember, listWaiting, makeMailsDue, prefer } from '#testing/notifications/notification-mail.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';
import { mailDue } from './send-due.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  // The test replaces the mail transport; the address only makes this an installation that sends mails.
  app = await buildTestApp({ ...withoutJobs, SMTP_URL: 'smtp://localhost', MAIL_FROM: 'no-reply@example.com' });
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
  await prefer(app, ana, { kinds: [{ kind: 'followed', mail: 'instant' }] });
  await followMember(app, ben, ana);
});
afterAll(() => app.close());

const refusal = (responseCode: number) => Object.assign(new Error('not taken'), { responseCode });
const isMailed = () => app.mail.sent.some(({ to }) => to === ana.user.email);

async function mailNow(): Promise<void> {
  await makeMailsDue(app);
  await mailDue(app.services);
}

async function isStopped() {
  const response = await app.call(getNotificationPreferences, { token: ana.token });
  return response.ok && response.body.stopped;
}

describe('A mail that is not accepted', () => {
  it('is retried with growing delays for as long as the mail server is away, and is sent when it is back', async () => {
    const away = vi
      .spyOn(app.mail, 'send')
      .mockRejectedValue(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    vi.spyOn(app.services.log, 'warn').mockReturnValue(undefined);
    const delays: number[] = [];
    // About a day of retries.
    for (let time = 0; time < 28; time++) {
      await mailNow();
      const [waiting] = await listWaiting(app, ana);
      delays.push(Math.round((Number(waiting?.due_at) - Date.now()) / MINUTE_MS));
    }
    expect(delays.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    away.mockRestore();
    await sql`UPDATE notification_mails SET since = since - interval '1 day'`.execute(app.services.db);
    expect(await isStopped()).toBeNull();
    await mailNow();
    expect(isMailed()).toBe(true);
    expect(await listWaiting(app, ana)).toEqual([]);
  });

  it('is given up after three days', async () => {
    vi.spyOn(app.services.log, 'warn').mockReturnValue(undefined);
    const away = vi.spyOn(app.mail, 'send').mockRejectedValue(new Error('away'));
    await sql`UPDATE notification_mails SET since = since - interval '73 hours'`.execute(app.services.db);
    await mailNow();
    away.mockRestore();
    expect(await listWaiting(app, ana)).toEqual([]);
  });

  it('does not count as refused while the mail server is only busy', async () => {
    vi.spyOn(app.services.log, 'warn').mockReturnValue(undefined);
    const busy = vi.spyOn(app.mail, 'send').mockRejectedValue(refusal(452));
    for (let time = 0; time < 4; time++) await mailNow();
    busy.mockRestore();
    expect(await isStopped()).toBeNull();
  });
});

describe('An address that permanently refuses mail', () => {
  it('gets no more mails after three refusals, until the member switches mails on again', async () => {
    const refuse = vi.spyOn(app.mail, 'send').mockRejectedValue(refusal(550));
    // Mails of earlier tests may be due, too.
    const countTries = () => refuse.mock.calls.filter(([{ to }]) => to === ana.user.email).length;
    for (const expected of [null, null, 'refused']) {
      await mailNow();
      expect(await isStopped()).toBe(expected);
    }
    expect(await listWaiting(app, ana)).toEqual([]);
    expect(countTries()).toBe(3);
    await followMember(app, await buildMember(app), ana);
    await mailNow();
    expect(countTries()).toBe(3);
    refuse.mockRestore();
    expect(await prefer(app, ana, { stopped: null })).toMatchObject({ stopped: null });
    await followMember(app, await buildMember(app), ana);
    await mailNow();
    expect(isMailed()).toBe(true);
  });

  it('starts over after it accepts a mail in between', async () => {
    const refuse = vi.spyOn(app.mail, 'send').mockRejectedValue(refusal(550));
    await mailNow();
    await mailNow();
    refuse.mockRestore();
    await mailNow();
    expect(isMailed()).toBe(true);
    await sql`UPDATE notification_settings SET mailed_at = now() - interval '1 hour'`.execute(app.services.db);
    const again = vi.spyOn(app.mail, 'send').mockRejectedValue(refusal(550));
    await followMember(app, await buildMember(app), ana);
    await mailNow();
    await mailNow();
    again.mockRestore();
    expect(await isStopped()).toBeNull();
  });
});

it('An unconfirmed address gets no mail', async () => {
  const mia = await buildMember(app, { confirmed: false });
  await prefer(app, mia, { kinds: [{ kind: 'followed', mail: 'instant' }] });
  await followMember(app, ben, mia);
  await mailNow();
  expect(app.mail.sent.some(({ to }) => to === mia.user.email)).toBe(false);
  await setEmailVerified(app.services.db, mia.id);
  await followMember(app, ana, mia);
  await mailNow();
  expect(app.mail.sentTo(mia)).toHaveLength(1);
});
