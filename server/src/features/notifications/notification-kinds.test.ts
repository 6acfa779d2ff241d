import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { setFollow } from '@afterhours/contract/people/follow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
});
afterAll(() => app.close());

describe('Notifications', () => {
  it('are stored with a kind and written out when loaded; rows from before kinds existed keep their text', async () => {
    const fan = await buildMember(app, { firstName: 'Fan', lastName: 'C:\\x41' });
    await app.call(setFollow, { token: fan.token, body: { follow_user_id: ana.id, action: 'follow' } });
    const first = async () => {
      const loaded = await app.call(listNotifications, { token: ana.token });
      return loaded.ok ? loaded.body.notifications[0] : undefined;
    };
    expect(await first()).toMatchObject({ kind: 'followed', othersCount: 0, content: 'Fan C:\\x41 has Followed you' });
    await app.services.db
      .updateTable('notifications')
      .set({ kind: null, actors_count: 3 })
      .where('user_id', '=', ana.id)
      .execute();
    expect(await first()).toMatchObject({ kind: null, content: 'Fan C:\\x41 and 2 others has Followed you' });
  });
});
