import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMember } from '../../testing/members.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { createFollowers } from './followers.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('remembers nothing of a window that went away while its members were looked up', async () => {
  const [ana, ben] = [await buildMember(app), await buildMember(app)];
  const { services } = app;
  const followers = createFollowers(services);
  const gone = { id: 'gone', userId: ana.id, connected: false, rooms: new Set<string>() };
  const statements = await app.countStatements(async () => {
    await followers.follow({ ...gone, enter: () => {}, leave: () => {}, emit: () => {} }, [ben.id]);
    followers.refresh();
    await services.turns.settled();
  });
  expect(statements).toBe(0);
});
