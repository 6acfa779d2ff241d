/**
 * Notifications on devices. Headless Chromium has no push service, and these tests have no service worker: stubs
 * replace both, and the browser's permission prompt. The requests go to the real product.
 */
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { allowMessages, thread, write } from '../support/chat-page.ts';
import { expect, test } from '../support/fixtures.ts';

type Browser = { permission: 'default' | 'denied'; answer: 'granted' | 'denied' };

/** Adds a push service to the pages of a context. `window.prompts` counts the browser's permission prompts. */
async function addPushService(context: BrowserContext, browser: Browser): Promise<void> {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const subscription = {
    endpoint: `https://push.example/send/${randomUUID()}`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
  await context.addInitScript(
    ({ permission, answer, serialized }) => {
      const state = { permission: permission as NotificationPermission, subscribed: null as object | null };
      const page = Object.assign(window, { prompts: 0 });
      const stub = {
        get permission() {
          return state.permission;
        },
        async requestPermission() {
          page.prompts++;
          state.permission = answer;
          return answer;
        },
      };
      const pushManager = {
        getSubscription: async () => state.subscribed,
        subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
          state.subscribed = {
            options: { applicationServerKey: applicationServerKey.buffer },
            toJSON: () => serialized,
            unsubscribe: async () => {
              state.subscribed = null;
              return true;
            },
          };
          return state.subscribed;
        },
      };
      Object.defineProperty(window, 'Notification', { value: stub });
      Object.defineProperty(window, 'PushManager', { value: {} });
      Object.defineProperty(navigator, 'serviceWorker', {
        value: {
          ready: Promise.resolve({ pushManager }),
          register: async () => ({ pushManager }),
          getRegistration: async () => ({ pushManager }),
          addEventListener: () => undefined,
        },
      });
    },
    { ...browser, serialized: subscription },
  );
}

const countPrompts = () => (window as unknown as { prompts: number }).prompts;

test('a member allows notifications on a device, chooses kinds by keyboard, and turns them off again', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const { page, context } = await visit({ signedIn: me, width: 320, height: 640 });
  await addPushService(context, { permission: 'default', answer: 'granted' });
  await page.goto('/Settings?tab=notification');
  const card = page.getByRole('region', { name: 'On your devices' });
  await expect(card.getByText('Gets no notifications yet')).toBeVisible();
  expect(await page.evaluate(countPrompts)).toBe(0);
  await card.getByRole('button', { name: 'Allow' }).click();
  await expect(card.getByText('Gets notifications.')).toBeVisible();
  expect(await page.evaluate(countPrompts)).toBe(1);
  const { body } = (await api(me, 'GET', '/push/subscriptions')) as { body: { devices: object[] } };
  expect(body.devices).toHaveLength(1);
  const likes = page.getByRole('checkbox', { name: 'Likes on your posts and comments, on your devices' });
  await expect(likes).not.toBeChecked();
  await likes.focus();
  await page.keyboard.press('Space');
  await expect(likes).toBeChecked();
  await page.reload();
  await expect(likes).toBeChecked();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await card.getByRole('button', { name: 'Turn off' }).click();
  await expect(card.getByRole('button', { name: 'Allow' })).toBeVisible();
});

test('if the browser blocks notifications, the page explains how to allow them', async ({ visit, join }) => {
  const me = await join();
  const { page, context } = await visit({ signedIn: me });
  await addPushService(context, { permission: 'denied', answer: 'denied' });
  await page.goto('/Settings?tab=notification');
  const card = page.getByRole('region', { name: 'On your devices' });
  await expect(card.getByText('Blocked by your browser.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Allow' })).toHaveCount(0);
});

test('after a message to a member who is away, notifications are offered once', async ({ visit, join, api }) => {
  const [me, ana, ben] = [await join(), await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  for (const receiver of [ana, ben]) await allowMessages(api, receiver, me);
  const { page, context } = await visit({ signedIn: me });
  await addPushService(context, { permission: 'default', answer: 'granted' });
  const startChat = async (to: { id: string; firstName: string }) => {
    await page.goto(`/Messages#${to.id}`);
    await write(page, to.firstName, 'Are you there?');
    await expect(thread(page, to.firstName).getByText('Are you there?').last()).toBeVisible();
  };
  await startChat(ana);
  const offer = page.getByRole('button', { name: 'Notify me when Ana replies' });
  await expect(offer).toBeVisible();
  expect(await page.evaluate(countPrompts)).toBe(0);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(offer).toHaveCount(0);
  await write(page, ana.firstName, 'Good night.');
  await expect(thread(page, ana.firstName).getByText('Good night.').last()).toBeVisible();
  await startChat(ben);
  await expect(page.getByRole('button', { name: /^Notify me when/ })).toHaveCount(0);
  expect(await page.evaluate(countPrompts)).toBe(0);
});
