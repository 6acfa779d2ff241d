import { isMailedAnyway, mailKindNames, mailKinds } from '@afterhours/contract/notifications/mail-kinds';
import {
  getNotificationPreferences,
  setNotificationPreferences,
} from '@afterhours/contract/notifications/notification-mail';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { prefer } from '#testing/notifications/notification-mail.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

async function read(member = ana) {
  return (await succeed(app.call(getNotificationPreferences, { token: member.token }))).body;
}
const set = (body: unknown, token: string | null = ana.token) => app.call(setNotificationPreferences, { token, body });
/** The kinds that are mailed instantly, apart from the one that is by default. */
const mailed = async () =>
  (await read()).kinds.filter(({ kind, mail }) => mail === 'instant' && kind !== 'reports').map(({ kind }) => kind);
const countRows = async () =>
  (await app.services.db.selectFrom('notification_channels').where('user_id', '=', ana.id).selectAll().execute())
    .length;

describe('Notification preferences', () => {
  it('default to no instant mail except about reports, and to push for what others want from the member', async () => {
    expect(await read()).toEqual({
      kinds: mailKindNames.map((kind) => ({
        kind,
        window: true,
        push: mailKinds[kind].push,
        mail: mailKinds[kind].mail,
      })),
      stopped: null,
      quiet: null,
      messageText: false,
      digest: { cadence: 'none', hour: 8, weekday: 1, timeZone: null, stopped: false },
      calm: false,
    });
  });

  it('are stored only where they differ from the defaults, and do not affect other members', async () => {
    await prefer(app, ana, {
      kinds: [
        { kind: 'mentioned', mail: 'instant' },
        { kind: 'liked', mail: 'instant' },
      ],
    });
    expect(await mailed()).toEqual(['mentioned', 'liked']);
    await prefer(app, ana, { kinds: [{ kind: 'liked', mail: 'digest' }] });
    expect(await mailed()).toEqual(['mentioned']);
    expect(await countRows()).toBe(1);
    const { kinds } = await read(await buildMember(app));
    expect(kinds.filter(({ mail }) => mail === 'instant').map(({ kind }) => kind)).toEqual(['reports']);
  });

  it('are set separately for mail and push, even by concurrent calls', async () => {
    const of = async (kind: string) => (await read()).kinds.find((one) => one.kind === kind);
    await Promise.all([
      set({ kinds: [{ kind: 'liked', mail: 'instant' }] }),
      set({ kinds: [{ kind: 'liked', push: true }] }),
      set({ kinds: [{ kind: 'replied', push: false }] }),
    ]);
    expect([await of('liked'), await of('replied')]).toMatchObject([
      { mail: 'instant', push: true },
      { mail: 'digest', push: false },
    ]);
    await set({ kinds: [{ kind: 'replied', push: true }] });
    expect(await countRows()).toBe(1);
  });

  it('report which kinds the switches of the account turn off', async () => {
    await app.call(updateProfile, { token: ana.token, body: { comment_notification: 'Off' } });
    const off = (await read()).kinds.filter(({ window }) => !window).map(({ kind }) => kind);
    expect(off).toEqual(['commented', 'replied', 'mentioned']);
  });

  it('keep fields that are not sent', async () => {
    const quiet = { from: '22:00', to: '06:30', timeZone: 'America/St_Johns' };
    await prefer(app, ana, { quiet, messageText: true });
    await prefer(app, ana, { kinds: [{ kind: 'messaged', mail: 'instant' }] });
    await prefer(app, ana, {});
    expect(await read()).toMatchObject({ quiet, messageText: true });
    await prefer(app, ana, { quiet: null });
    expect(await read()).toMatchObject({ quiet: null, messageText: true });
  });

  it('keep digest fields that are not sent', async () => {
    await prefer(app, ana, { digest: { cadence: 'weekly', hour: 0, weekday: 7, timeZone: 'Asia/Kathmandu' } });
    await prefer(app, ana, { digest: { hour: 23 }, calm: true });
    await prefer(app, ana, { messageText: true });
    const digest = { cadence: 'weekly', hour: 23, weekday: 7, timeZone: 'Asia/Kathmandu', stopped: false };
    expect(await read()).toMatchObject({ digest, calm: true });
  });

  it('can be stored by many concurrent calls', async () => {
    const all = (mail: string) => mailKindNames.map((kind) => ({ kind, mail }));
    const bodies = Array.from({ length: 10 }, (_, at) => ({
      kinds: at % 2 ? all('instant') : all('instant').toReversed(),
      messageText: true,
    }));
    const responses = await Promise.all(bodies.map((body) => set(body)));
    expect(responses.every(({ ok }) => ok)).toBe(true);
    // Kinds with mails of their own are not mailed a second time, whatever is sent.
    expect([...(await mailed()), 'reports']).toEqual(mailKindNames.filter((kind) => !isMailedAnyway(kind)));
  });

  it.each([
    [{ kinds: [{ kind: 'unknown', mail: 'instant' }] }, 'There is no such kind of notification.'],
    [{ kinds: [{ kind: 'liked', mail: 'yearly' }] }, "mail must be 'none', 'digest', 'instant', 'daily' or 'weekly'."],
    [{ kinds: [{ kind: 'liked', push: 'loud' }] }, 'true or false'],
    [{ kinds: [1, 2].map(() => ({ kind: 'liked', mail: 'none' })) }, 'Please name each kind once.'],
    [{ kinds: Array.from({ length: 99 }, () => 1) }, `At most ${mailKindNames.length} kinds at a time.`],
    [{ quiet: { from: '24:00', to: '07:00', timeZone: 'UTC' } }, 'Please enter a time of day, such as 22:00.'],
    [{ quiet: { from: '07:00', to: '07:00', timeZone: 'UTC' } }, 'Quiet hours must not end at the time'],
    [{ quiet: { from: '22:00', to: '07:00', timeZone: 'Europe/Atlantis' } }, 'This time zone is not known.'],
    [{ quiet: { from: '22:00', to: '07:00', timeZone: '+02:00' } }, 'This time zone is not known.'],
    [{ digest: { cadence: 'hourly' } }, "cadence must be 'none', 'daily' or 'weekly'."],
    [{ digest: { hour: 24 } }, 'Please choose a full hour, from 0 to 23.'],
    [{ digest: { hour: 7.5 } }, 'Please choose a full hour, from 0 to 23.'],
    [{ digest: { weekday: 0 } }, 'Please choose a day of the week: 1 is Monday, 7 is Sunday.'],
    [{ digest: { timeZone: 'Europe/Atlantis' } }, 'This time zone is not known.'],
    [{ digest: { stopped: true } }, 'Emails can only be switched on here.'],
    [{ calm: 'very' }, 'true or false'],
    [{ stopped: 'refused' }, 'Emails can only be switched on here.'],
  ])('are rejected if they are invalid: %j', async (body, message) => {
    const response = await set(body);
    expect(response).toMatchObject({ ok: false, status: 422 });
    expect(JSON.stringify(response)).toContain(message);
    expect(await mailed()).toEqual([]);
  });

  it('can be read and stored only by the member', async () => {
    expect(await set({ messageText: true }, null)).toMatchObject({ ok: false, status: 401 });
    expect(await app.call(getNotificationPreferences)).toMatchObject({ ok: false, status: 401 });
  });
});
