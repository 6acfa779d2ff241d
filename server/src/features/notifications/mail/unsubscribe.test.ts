import { getNotificationPreferences, unsubscribeFromMails } from '@afterhours/contract/notifications/notification-mail';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followMember, makeMailsDue, prefer } from '#testing/notifications/notification-mail.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';
import { mailDue } from './send-due.ts';
import { readUnsubscribeToken, writeUnsubscribeToken } from './unsubscribe-token.ts';

let app: TestApp;
let ana: TestMember;
let token: string;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
});
beforeEach(async () => {
  ana = await buildMember(app);
  await prefer(app, ana, { kinds: [{ kind: 'followed', mail: 'instant' }] });
  token = await writeUnsubscribeToken(app.services.db, ana.id);
});
afterAll(() => app.close());

const post = (sent: string, headers: Record<string, string> = FORM, payload = 'List-Unsubscribe=One-Click') =>
  app.http.inject({ method: 'POST', url: `/u/${sent}`, headers, payload });

async function isStopped(member = ana) {
  const response = await app.call(getNotificationPreferences, { token: member.token });
  return response.ok && response.body.stopped;
}

describe('The unsubscribe link', () => {
  it('is in the headers and the text of each mail about notifications', async () => {
    await followMember(app, await buildMember(app), ana);
    await makeMailsDue(app);
    await mailDue(app.services);
    const mail = await app.mail.next(ana.user.email);
    const link = `${app.services.config.publicUrl}/u/${token}`;
    expect(mail.headers).toMatchObject({
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(link);
  });

  it('stops mails with one click in a mail client, without a cookie, however often it is repeated', async () => {
    for (let time = 0; time < 3; time++) expect((await post(token)).statusCode).toBe(200);
    expect(await isStopped()).toBe('unsubscribed');
    await followMember(app, await buildMember(app), ana);
    await makeMailsDue(app);
    await mailDue(app.services);
    expect(app.mail.sent.some(({ to }) => to === ana.user.email)).toBe(false);
  });

  it('accepts a multipart form, no form at all, and concurrent calls', async () => {
    const parts = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const responses = await Promise.all([
      post(token, { 'content-type': 'multipart/form-data; boundary=x' }, parts),
      post(token, {}, ''),
      ...Array.from({ length: 8 }, () => post(token)),
    ]);
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await isStopped()).toBe('unsubscribed');
  });

  it('is not triggered by GET or HEAD, which scanners send to every link', async () => {
    for (const method of ['GET', 'HEAD'] as const) await app.http.inject({ method, url: `/u/${token}` });
    expect(await isStopped()).toBeNull();
  });

  it('also works by the button on its page, and can be undone', async () => {
    const response = await app.call(unsubscribeFromMails, { body: { token } });
    expect(response.message).toBe('Unsubscribed. We won’t send you any more emails about notifications.');
    expect(await isStopped()).toBe('unsubscribed');
    await prefer(app, ana, { stopped: null });
    expect(await isStopped()).toBeNull();
  });

  it('needs a token that was issued here, for this member', async () => {
    const ben = await buildMember(app);
    const bensToken = await writeUnsubscribeToken(app.services.db, ben.id);
    const mixed = Buffer.concat([
      Buffer.from(token, 'base64url').subarray(0, 16),
      Buffer.from(bensToken, 'base64url').subarray(16),
    ]);
    for (const wrong of [mixed.toString('base64url'), 'x', `${token}A`, token.toUpperCase(), '%00', 'a'.repeat(190)]) {
      expect((await post(wrong)).statusCode).toBe(404);
      const response = await app.call(unsubscribeFromMails, { body: { token: wrong } });
      expect(response.status).toBe(404);
    }
    expect([await isStopped(), await isStopped(ben)]).toEqual([null, null]);
  });

  it('contains no mail address, and is the same each time', async () => {
    expect(await writeUnsubscribeToken(app.services.db, ana.id)).toBe(token);
    expect(await readUnsubscribeToken(app.services.db, token)).toEqual({ userId: ana.id, list: 'notifications' });
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(ana.user.email);
  });

  it('rejects a large body, and responds for a deleted member as for any other', async () => {
    expect((await post(token, FORM, 'x'.repeat(1024 * 1024))).statusCode).toBe(413);
    await app.services.db.deleteFrom('users').where('id', '=', ana.id).execute();
    expect((await post(token)).statusCode).toBe(200);
  });
});
