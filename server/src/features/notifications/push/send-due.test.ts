import { logout } from '@afterhours/contract/account/account';
import { deleteOtherSessions } from '@afterhours/contract/account/sessions';
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { setAllNotificationsRead } from '@afterhours/contract/notifications/notifications';
import { setFollow } from '@afterhours/contract/people/follow';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { applicationChanged } from '#features/applications/events.ts';
import { jobClosing } from '#features/hiring/events.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { followMember, prefer } from '#testing/notifications/notification-mail.ts';
import { addDevice, listPushes, makePushesDue, pushNow } from '#testing/notifications/push.ts';
import { buildMember, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildSanctioned } from '#testing/rows/staff.ts';
import { type SecondServer, startSecondServer } from '#testing/second-server.ts';
import { type FakePushService, type PushDevice, startFakePushService } from '#testing/servers/fake-push-service.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';
import { claimDue } from './queries.ts';
import { pushDue } from './send-due.ts';

let app: TestApp;
let other: SecondServer;
let service: FakePushService;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;
let phone: PushDevice;

beforeAll(async () => {
  service = await startFakePushService();
  app = await buildTestApp(withoutJobs, undefined, { hostOverrides: service.hostOverrides });
  other = await startSecondServer(app, { hostOverrides: service.hostOverrides });
});
beforeEach(async () => {
  [ana, ben, cleo] = [
    await buildMember(app, { firstName: 'Ana', lastName: 'Lima' }),
    await buildMember(app, { firstName: 'Ben', lastName: 'Ode' }),
    await buildMember(app, { firstName: 'Cleo', lastName: 'Noor' }),
  ];
  phone = await addDevice(app, service, ana);
  await prefer(app, ana, { kinds: [{ kind: 'followed', push: true }] });
});
afterAll(async () => {
  await other.stop();
  await app.close();
  await service.close();
});

const titles = (device = phone) => device.arrived.map(({ title }) => title);

async function send(from: TestMember, to: TestMember, content: string): Promise<void> {
  await succeed(app.call(createMessage, { token: from.token, body: { receiver_id: to.id, content } }));
}
const connect = (one: TestMember, two: TestMember) =>
  sql`INSERT INTO connections (user_id, other_user_id) VALUES (${one.id}::uuid, ${two.id}::uuid),
    (${two.id}::uuid, ${one.id}::uuid)`.execute(app.services.db);

describe('A notification on a device', () => {
  it('is sent after half a minute', async () => {
    await followMember(app, ben, ana);
    const [waiting] = await listPushes(app, ana);
    expect(Number(waiting?.due_at) - Number(waiting?.created_at)).toBe(30_000);
    await pushDue(app.services);
    expect(phone.arrived).toEqual([]);
    await pushNow(app);
    expect(phone.arrived).toEqual([
      {
        title: 'Ben Ode has Followed you',
        body: '',
        url: `/results/view-profile/${ben.id}`,
        tag: expect.stringMatching(/^[\w-]{32}$/),
        badge: 1,
      },
    ]);
    expect(phone.headers[0]).toMatchObject({ topic: phone.arrived[0]?.tag, ttl: '86400', urgency: 'normal' });
    expect(phone.headers[0]?.authorization).toMatch(/^vapid t=/);
    expect(await listPushes(app, ana)).toEqual([]);
  });

  it('is sent once to each device, even if two servers poll concurrently and repeatedly', async () => {
    const second = await signIn(app, { email: ana.user.email, password: PASSWORD });
    const tablet = await addDevice(app, service, second);
    await followMember(app, ben, ana);
    await makePushesDue(app);
    await Promise.all([1, 2, 3].flatMap(() => [pushDue(app.services), pushDue(other.services)]));
    await pushNow(app);
    expect([titles(), titles(tablet)]).toEqual([['Ben Ode has Followed you'], ['Ben Ode has Followed you']]);
    expect(tablet.arrived[0]?.tag).not.toBe(phone.arrived[0]?.tag);
  });

  it('is sent about an answer to an application, and about the member’s job that closes', async () => {
    const { _id: postId } = await buildPost(app, ben, { postType: 'job', title: 'Baker' });
    const members = { posterId: ben.id, applicantId: ana.id };
    const application = { applicationId: newId(), postId, ...members, statusAt: new Date() };
    await inTransaction(app.services, async (tx) => {
      await tx.emit(applicationChanged, { ...application, status: 'offer' });
      await tx.emitAll(jobClosing, [{ postId, authorId: ana.id }]);
    });
    await pushNow(app);
    expect(titles().toSorted()).toEqual([
      'An update on your application: an offer',
      'Your job closes soon. You can renew it',
    ]);
  });

  it('is not sent in calm mode', async () => {
    await followMember(app, ben, ana);
    await prefer(app, ana, { calm: true });
    await pushNow(app);
    expect(phone.arrived).toEqual([]);
    expect(await listPushes(app, ana)).toEqual([]);
  });

  it('is not sent if the kind is switched off for push, independently of mail', async () => {
    await prefer(app, ana, { kinds: [{ kind: 'followed', push: false }] });
    await followMember(app, ben, ana);
    expect(await listPushes(app, ana)).toEqual([]);
    const { kinds } = await prefer(app, ana, { kinds: [{ kind: 'followed', mail: 'instant' }] });
    expect(kinds.find(({ kind }) => kind === 'followed')).toMatchObject({ push: false, mail: 'instant' });
  });

  it('leaves out what was read, switched off or undone in the meantime, or is from a blocked member', async () => {
    const cases: (() => Promise<unknown>)[] = [
      () => app.call(setAllNotificationsRead, { token: ana.token }),
      () => prefer(app, ana, { kinds: [{ kind: 'followed', push: false }] }),
      () => app.call(setFollow, { token: ben.token, body: { action: 'unfollow', follow_user_id: ana.id } }),
      () => app.call(setBlock, { token: ana.token, body: { userId: ben.id, action: 'block' } }),
    ];
    for (const change of cases) {
      await prefer(app, ana, { kinds: [{ kind: 'followed', push: true }] });
      await sql`DELETE FROM follows WHERE followed_id = ${ana.id}::uuid`.execute(app.services.db);
      await sql`DELETE FROM notifications WHERE user_id = ${ana.id}::uuid`.execute(app.services.db);
      await followMember(app, ben, ana);
      expect(await listPushes(app, ana)).toHaveLength(1);
      await change();
      await pushNow(app);
      expect(phone.arrived).toEqual([]);
      expect(await listPushes(app, ana)).toEqual([]);
    }
  });

  it('is not sent while the member has a visible tab, on any server', async () => {
    const { db } = app.services;
    const present = (visible: boolean) =>
      sql`INSERT INTO presence_members (node_id, user_id, visible) VALUES (${ben.id}::uuid, ${ana.id}::uuid, ${visible})
        ON CONFLICT (node_id, user_id) DO UPDATE SET visible = ${visible}`.execute(db);
    await sql`INSERT INTO presence_nodes (id, linked) VALUES (${ben.id}::uuid, true)`.execute(db);
    await present(true);
    await followMember(app, ben, ana);
    await pushNow(app);
    expect([phone.arrived, await listPushes(app, ana)]).toEqual([[], []]);
    await present(false);
    await followMember(app, cleo, ana);
    await pushNow(app);
    expect(titles()).toEqual(['Cleo Noor has Followed you']);
  });

  it('is never sent after the member signed out, ended the session, or was deleted', async () => {
    const ends: (() => Promise<unknown>)[] = [
      () => app.call(logout, { token: ana.token }),
      async () => {
        const kept = await signIn(app, { email: ben.user.email, password: PASSWORD });
        await app.call(deleteOtherSessions, { token: kept.token });
      },
      () => sql`DELETE FROM users WHERE id = ${cleo.id}::uuid`.execute(app.services.db),
    ];
    const devices = [phone, await addDevice(app, service, ben), await addDevice(app, service, cleo)];
    const fan = await buildMember(app);
    for (const [at, member] of [ana, ben, cleo].entries()) {
      await prefer(app, member, { kinds: [{ kind: 'followed', push: true }] });
      await followMember(app, fan, member);
      expect(await listPushes(app, member)).toHaveLength(1);
      await ends[at]?.();
    }
    await pushNow(app);
    expect(devices.flatMap((device) => device.arrived)).toEqual([]);
  });

  it('is not sent to members who are suspended or waiting to join, nor after the session has expired', async () => {
    const { db } = app.services;
    const dora = await buildSanctioned(app, 'suspended');
    const sanctions = await db.deleteFrom('sanctions').where('user_id', '=', dora.id).returningAll().execute();
    const others = [ben, cleo, dora];
    const devices = [phone, ...(await Promise.all(others.map((member) => addDevice(app, service, member))))];
    const fan = await buildMember(app);
    for (const member of [ana, ...others]) {
      await prefer(app, member, { kinds: [{ kind: 'followed', push: true }] });
      await followMember(app, fan, member);
    }
    await sql`UPDATE users SET waiting = true WHERE id = ${ana.id}::uuid`.execute(db);
    await sql`UPDATE sessions SET expires_at = now() WHERE user_id = ${ben.id}::uuid`.execute(db);
    await sql`DELETE FROM sessions WHERE user_id = ${cleo.id}::uuid`.execute(db);
    expect(await listPushes(app, dora)).toHaveLength(1);
    await db.insertInto('sanctions').values(sanctions).execute();
    await pushNow(app);
    expect(devices.flatMap((device) => device.arrived)).toEqual([]);
    for (const member of others) expect(await listPushes(app, member)).toEqual([]);
  });
});

describe('A message on a device', () => {
  it('does not quote its text unless the member wants it', async () => {
    await connect(ana, ben);
    await send(ben, ana, 'The plum is ripe');
    await pushNow(app);
    expect(phone.arrived).toMatchObject([
      { title: 'Ben Ode sent you a message', body: '', url: `/Messages#${ben.id}` },
    ]);
    expect(phone.headers[0]).toMatchObject({ urgency: 'high' });
    await prefer(app, ana, { messageText: true });
    await app.call(setAllNotificationsRead, { token: ana.token });
    await send(ben, ana, 'The plum is eaten');
    await pushNow(app);
    expect(phone.arrived[1]).toMatchObject({ body: 'The plum is eaten', tag: phone.arrived[0]?.tag });
  });

  it('is not sent if it is from a stranger, until the member has replied', async () => {
    await send(ben, ana, 'Buy my watches');
    await pushNow(app);
    expect([phone.arrived, await listPushes(app, ana)]).toEqual([[], []]);
    await send(ana, ben, 'Which ones?');
    await send(ben, ana, 'All of them');
    await pushNow(app);
    expect(titles()).toEqual(['Ben Ode sent you a message']);
  });
});

describe('Many notifications on a device', () => {
  it('are combined into one per kind, with their number', async () => {
    for (const fan of [ben, cleo, await buildMember(app), await buildMember(app)]) await followMember(app, fan, ana);
    await connect(ana, ben);
    await send(ben, ana, 'Hello');
    await pushNow(app);
    expect(titles()).toEqual(['4 new followers', 'Ben Ode sent you a message']);
    expect(phone.arrived[0]).toMatchObject({ url: '/Notification', badge: 5 });
  });

  it('of one group are sent again after ten minutes at the earliest, replacing the first', async () => {
    await connect(ana, ben);
    await send(ben, ana, 'One');
    await pushNow(app);
    await send(ben, ana, 'Two');
    const [waiting] = await listPushes(app, ana);
    expect(Number(waiting?.due_at) - Date.now()).toBeGreaterThan(9 * MINUTE_MS);
    await send(ben, ana, 'Three');
    expect(await listPushes(app, ana)).toHaveLength(1);
    await pushNow(app);
    expect(titles()).toHaveLength(2);
    expect(new Set(phone.arrived.map(({ tag }) => tag)).size).toBe(1);
  });

  it('are not lost if one arrives while another of its group is being sent', async () => {
    await connect(ana, ben);
    await send(ben, ana, 'One');
    phone.respond = (reply) => {
      phone.respond = null;
      void send(ben, ana, 'Two').then(() => reply.writeHead(201).end());
    };
    await pushNow(app);
    expect(await listPushes(app, ana)).toMatchObject([{ version: 1 }]);
    await pushNow(app);
    expect(titles()).toEqual(['Ben Ode sent you a message']);
    expect(await listPushes(app, ana)).toEqual([]);
  });
});

describe('The query for due pushes', () => {
  it('uses an index', async () => {
    const plan = await explain(app.services.db, (db) => claimDue(db, 5, 60));
    expect(plan).toContain('push_messages_due');
  });
});
