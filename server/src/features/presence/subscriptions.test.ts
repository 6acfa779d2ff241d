import { createMessage } from '@afterhours/contract/messages/messages';
import { serverEvents } from '@afterhours/contract/realtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildSanctioned } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { insertBlock } from '../moderation/blocks/block-queries.ts';
import { createSubscriptions } from './subscriptions.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('Presence keeps nothing of a tab that was closed while its members were loaded', async () => {
  const [ana, ben] = [await buildMember(app), await buildMember(app)];
  const { services } = app;
  const subscriptions = createSubscriptions(services);
  const gone = { id: 'gone', userId: ana.id, connected: false, rooms: new Set<string>() };
  const statements = await app.countStatements(async () => {
    await subscriptions.subscribe({ ...gone, enter: async () => {}, leave: () => {}, emit: () => {} }, [ben.id]);
    subscriptions.refresh();
    await services.serialQueue.settled();
  });
  expect(statements).toBe(0);
});

it('Presence sends a tab nothing more about a member who was blocked through another server', async () => {
  const [ana, ben] = [await buildMember(app), await buildMember(app)];
  const { services } = app;
  const subscriptions = createSubscriptions(services);
  const received: unknown[] = [];
  const shown = { id: 'here', userId: ana.id, connected: true, rooms: new Set<string>() };
  const tab = {
    ...shown,
    enter: async () => {},
    leave: () => {},
    emit: (_: string, presence: unknown) => received.push(presence),
  };
  await subscriptions.subscribe(tab, [ben.id]);
  received.length = 0;
  await insertBlock(services.db, ben.id, ana.id);
  await services.db.updateTable('users').set({ login_time: new Date() }).where('id', '=', ben.id).execute();
  subscriptions.endUnwatchable();
  subscriptions.refresh();
  await services.serialQueue.settled();
  expect(received).toEqual([{ user_id: ben.id, login_time: null, updatedAt: null }]);
});

it('Presence sends a tab nothing more about a member who keeps a message request of its member waiting', async () => {
  const [ana, ben] = [await buildMember(app), await buildMember(app)];
  const { services } = app;
  const subscriptions = createSubscriptions(services);
  const received: unknown[] = [];
  const subscribe = (viewer: TestMember, member: TestMember) => {
    const tab = { id: viewer.id, userId: viewer.id, connected: true, rooms: new Set<string>() };
    const emit = (_event: string, presence: unknown) => void received.push(presence);
    return subscriptions.subscribe({ ...tab, enter: async () => {}, leave: () => {}, emit }, [member.id]);
  };
  await subscribe(ana, ben);
  await subscribe(ben, ana);
  received.length = 0;
  await succeed(app.call(createMessage, { token: ana.token, body: { content: 'Hello', receiver_id: ben.id } }));
  const online = { login_time: new Date() };
  await services.db.updateTable('users').set(online).where('id', 'in', [ana.id, ben.id]).execute();
  subscriptions.endUnwatchable();
  subscriptions.refresh();
  await services.serialQueue.settled();
  expect(received).toEqual([
    { user_id: ben.id, login_time: null, updatedAt: null },
    expect.objectContaining({ user_id: ana.id, login_time: online.login_time.toISOString() }),
  ]);
});

it('A new name reaches the subscribed tabs, except those of members blocked through another server', async () => {
  const [ana, ben, cleo, dana] = await buildMembers(app, 4);
  const { services } = app;
  const subscriptions = createSubscriptions(services);
  const received: unknown[] = [];
  const openTab = (viewer: TestMember, ids: string[]) => {
    const tab = { id: viewer.id, userId: viewer.id, connected: true, rooms: new Set<string>() };
    const emit = (event: string, payload: unknown) =>
      void (event === 'member' && received.push([viewer.id, serverEvents.member.parse(payload).user]));
    return subscriptions.subscribe({ ...tab, enter: async () => {}, leave: () => {}, emit }, ids);
  };
  await openTab(ben, [ana.id]);
  await openTab(cleo, [ana.id]);
  await openTab(dana, [ben.id]);
  await insertBlock(services.db, ana.id, cleo.id);
  await services.db.updateTable('users').set({ first_name: 'Anouk' }).where('id', '=', ana.id).execute();
  subscriptions.sendMember(ana.id);
  await services.serialQueue.settled();
  expect(received).toEqual([[ben.id, expect.objectContaining({ _id: ana.id, firstName: 'Anouk' })]]);
  const statements = await app.countStatements(async () => {
    subscriptions.sendMember(dana.id);
    await services.serialQueue.settled();
  });
  expect(statements).toBe(0);
});

it('A banned member is sent to nobody, even if something of the member changes', async () => {
  const [viewer, banned] = [await buildMember(app), await buildSanctioned(app, 'banned')];
  const { services } = app;
  const subscriptions = createSubscriptions(services);
  const received: string[] = [];
  const shown = { id: 'here', userId: viewer.id, connected: true, rooms: new Set<string>() };
  const emit = (event: string) => void received.push(event);
  await subscriptions.subscribe({ ...shown, enter: async () => {}, leave: () => {}, emit }, [banned.id]);
  received.length = 0;
  subscriptions.sendMember(banned.id);
  await services.serialQueue.settled();
  expect(received).toEqual([]);
});
