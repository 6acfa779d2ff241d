/** No mail about a notification is lost on a server that is killed before and while it sends. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followMember, prefer } from '#testing/notifications/notification-mail.ts';
import { createServerOf, type ServerOfApp } from '#testing/processes/killable-server.ts';
import { buildMember } from '#testing/rows/members.ts';
import { type MailServer, startMailServer } from '#testing/servers/mail-server.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';

const MEMBERS = 12;
let mails: MailServer;
let app: TestApp;
let server: ServerOfApp;

beforeAll(async () => {
  mails = await startMailServer();
  const settings = { SMTP_URL: mails.url, MAIL_FROM: 'no-reply@example.com' };
  app = await buildTestApp({ ...withoutJobs, ...settings });
  server = await createServerOf(app, settings);
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

/** Makes mails and digests due, and releases what a killed server has claimed. */
async function makeDue(): Promise<void> {
  const { db } = app.services;
  await sql`UPDATE notification_mails SET due_at = now()`.execute(db);
  await sql`UPDATE notification_digests SET due_at = now()
    WHERE user_id IN (SELECT user_id FROM notifications WHERE mailed_at IS NULL)`.execute(db);
  await sql`UPDATE notification_settings SET mailing_until = NULL`.execute(db);
}
const isAbout = (text: string) => text.includes('has Followed you');

it('A killed server sends all mails after a restart, none under two ids', async () => {
  const fan = await buildMember(app);
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => buildMember(app)));
  // This server ends, in effect, after the commit and before any mail is sent, since it runs no jobs.
  for (const [place, member] of members.entries()) {
    await prefer(app, member, { kinds: [{ kind: 'followed', mail: place % 2 ? 'instant' : 'daily' }] });
    await followMember(app, fan, member);
  }
  const arrived = () => members.filter(({ user }) => mails.textsTo(user.email).some(isAbout)).length;
  expect(arrived()).toBe(0);
  await makeDue();
  await server.start();
  // Killed while sending.
  await expect.poll(arrived, { timeout: 30_000, interval: 1 }).toBeGreaterThanOrEqual(1);
  await server.kill();
  await makeDue();
  await server.replace();
  await expect.poll(arrived, { timeout: 30_000 }).toBe(MEMBERS);
  const waiting = () =>
    sql`
    SELECT 1 FROM notification_mails UNION ALL SELECT 1 FROM notifications WHERE mailed_at IS NULL
    UNION ALL SELECT 1 FROM notification_digests WHERE due_at < now() + interval '5 minutes'`.execute(app.services.db);
  await expect.poll(async () => (await waiting()).rows.length, { timeout: 30_000 }).toBe(0);
  for (const { user } of members) {
    const ids = mails.idsTo(user.email).filter((_id, at) => isAbout(mails.textsTo(user.email)[at] ?? ''));
    expect(new Set(ids).size).toBe(1);
  }
});
