/** No mail about a notification is lost on a server that is killed before and while it sends. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KillableServer, startKillableServer } from '#testing/processes/killable-server.ts';
import { joinServer, sendToServer } from '#testing/processes/server-calls.ts';
import { type MailServer, startMailServer } from '#testing/servers/mail-server.ts';

const MEMBERS = 12;
let mails: MailServer;
let server: KillableServer;

beforeAll(async () => {
  mails = await startMailServer();
  server = await startKillableServer({ SMTP_URL: mails.url, MAIL_FROM: 'no-reply@example.com' });
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

async function join() {
  const member = await joinServer(server);
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${member.id}::uuid`.execute(server.db);
  return member;
}

/** Makes mails and digests due, and releases what a killed server has claimed. */
async function makeDue(): Promise<void> {
  await sql`UPDATE notification_mails SET due_at = now()`.execute(server.db);
  await sql`UPDATE notification_digests SET due_at = now()
    WHERE user_id IN (SELECT user_id FROM notifications WHERE mailed_at IS NULL)`.execute(server.db);
  await sql`UPDATE notification_settings SET mailing_until = NULL`.execute(server.db);
}
const isAbout = (text: string) => text.includes('has Followed you');

it('A killed server sends all mails after a restart, none under two ids', async () => {
  const fan = await join();
  const members = await Promise.all(Array.from({ length: MEMBERS }, join));
  for (const [place, { id, token }] of members.entries()) {
    const mail = place % 2 ? 'instant' : 'daily';
    await sendToServer(server, 'PUT', '/notification/preferences', { kinds: [{ kind: 'followed', mail }] }, token);
    await sendToServer(
      server,
      'POST',
      '/follow/followUnfollowUser',
      { action: 'follow', follow_user_id: id },
      fan.token,
    );
  }
  // Killed after the commit, before any mail is sent.
  await server.kill();
  const arrived = () => members.filter(({ email }) => mails.textsTo(email).some(isAbout)).length;
  expect(arrived()).toBe(0);
  await makeDue();
  await server.start();
  // Killed while sending.
  await expect.poll(arrived, { timeout: 30_000, interval: 1 }).toBeGreaterThanOrEqual(1);
  await server.kill();
  await makeDue();
  await server.start();
  await expect.poll(arrived, { timeout: 30_000 }).toBe(MEMBERS);
  const waiting = () =>
    sql`
    SELECT 1 FROM notification_mails UNION ALL SELECT 1 FROM notifications WHERE mailed_at IS NULL
    UNION ALL SELECT 1 FROM notification_digests WHERE due_at < now() + interval '5 minutes'`.execute(server.db);
  await expect.poll(async () => (await waiting()).rows.length, { timeout: 30_000 }).toBe(0);
  for (const { email } of members) {
    const ids = mails.idsTo(email).filter((_id, at) => isAbout(mails.textsTo(email)[at] ?? ''));
    expect(new Set(ids).size).toBe(1);
  }
});
