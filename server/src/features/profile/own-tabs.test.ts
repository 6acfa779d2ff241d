import { removePasskey } from '@afterhours/contract/account/passkeys';
import { disableTwoFactor } from '@afterhours/contract/account/two-factor';
import { setNotificationPreferences } from '@afterhours/contract/notifications/notification-mail';
import { createSkill, deleteSkill, setBio, updateSkill } from '@afterhours/contract/profile/profile';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { setLinks } from '@afterhours/contract/profile/showcase';
import { serverEvents } from '@afterhours/contract/realtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { codeOf } from '#testing/sign-in/authenticator.ts';
import { addPasskey, PASSKEY_SITE } from '#testing/sign-in/passkeys.ts';
import { turnOnTwoFactor } from '#testing/sign-in/two-factor.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let origin: string;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL: PASSKEY_SITE });
  origin = await listen(app);
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

describe("A change to a member's own record", () => {
  it('is sent to all their tabs, with the whole record, and to nobody else', async () => {
    const tabs = [await openTabFor('ownProfile', origin, ana), await openTabFor('ownProfile', origin, ana)];
    const others = await openTabFor('ownProfile', origin, ben);
    const response = await app.call(updateProfile, {
      token: ana.token,
      body: { firstName: 'Anouk', country: 'Spain', like_notification: 'Off', post_visibility: 'members' },
    });
    for (const tab of tabs) await expect.poll(() => tab).toEqual([{ user: response.ok ? response.body : null }]);
    serverEvents.ownProfile.parse(tabs[0]?.[0]);
    // After an event of their own, everything that was sent to the other member before has arrived.
    await app.call(updateProfile, { token: ben.token, body: { country: 'Spain' } });
    await expect.poll(() => others.map(({ user }) => user._id)).toEqual([ben.id]);
  });

  it('is sent after a post with another audience, and changes of two-step verification and passkeys', async () => {
    const tab = await openTabFor('ownProfile', origin, ana);
    const { token } = ana;
    await buildPost(app, ana, { description: 'For members', visibility: 'members' });
    await expect.poll(() => tab.at(-1)?.user).toMatchObject({ post_visibility: 'members' });
    const { secret } = await turnOnTwoFactor(app, ana);
    await expect.poll(() => tab.at(-1)?.user).toMatchObject({ twoFactorEnabled: true, hasPasskeys: false });
    const { passkey } = await addPasskey(app, ana);
    await expect.poll(() => tab.at(-1)?.user).toMatchObject({ hasPasskeys: true });
    await app.call(removePasskey, { token, params: { id: passkey._id } });
    await expect.poll(() => tab.at(-1)?.user).toMatchObject({ hasPasskeys: false });
    await app.call(disableTwoFactor, { token, body: { password: PASSWORD, code: codeOf(secret, 1) } });
    await expect.poll(() => tab.at(-1)?.user).toMatchObject({ twoFactorEnabled: false });
  });

  it('is sent when calm mode is switched on, but not for other choices about mails', async () => {
    const tab = await openTabFor('ownProfile', origin, ana);
    await app.call(setNotificationPreferences, { token: ana.token, body: { digest: { hour: 21 } } });
    await app.call(setNotificationPreferences, { token: ana.token, body: { calm: true } });
    await expect.poll(() => tab).toMatchObject([{ user: { _id: ana.id, calm: true } }]);
  });
});

it("A change to the contents of a member's profile is sent to all their tabs, and to nobody else", async () => {
  const tabs = [await openTabFor('ownContent', origin, ana), await openTabFor('ownContent', origin, ana)];
  const others = await openTabFor('ownContent', origin, ben);
  const links = [{ label: 'Stall', url: 'https://stall.example/' }];
  await app.call(setBio, { token: ana.token, body: { bio: 'Clay at night' } });
  await app.call(setLinks, { token: ana.token, body: { links } });
  const added = await app.call(createSkill, { token: ana.token, body: { title: 'Pottery' } });
  const _id = added.ok ? added.body._id : '';
  await app.call(updateSkill, { token: ana.token, body: { _id, title: 'Glazing' } });
  await app.call(deleteSkill, { token: ana.token, params: { id: _id } });
  const changes = [
    { bio: 'Clay at night' },
    { links },
    { saved: { kind: 'skills', entry: { _id, title: 'Pottery' } } },
    { saved: { kind: 'skills', entry: { _id, title: 'Glazing' } } },
    { deleted: { kind: 'skills', _id } },
  ];
  for (const tab of tabs) await expect.poll(() => tab).toEqual(changes);
  await app.call(setBio, { token: ben.token, body: { bio: '' } });
  await expect.poll(() => others).toEqual([{ bio: '' }]);
});
