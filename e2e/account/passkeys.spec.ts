import type { CDPSession, Page } from '@playwright/test';
import { expect, type Member, PASSWORD, test, type Visitor } from '../support/fixtures.ts';

type Credential = Awaited<ReturnType<typeof getCredentials>>['credentials'][number];
const getCredentials = (client: CDPSession, authenticatorId: string) =>
  client.send('WebAuthn.getCredentials', { authenticatorId });

/** Adds an authenticator to a browser that stores passkeys, verifies its user, and responds automatically. */
async function addDevice({ page, context }: Visitor) {
  const client = await context.newCDPSession(page);
  await client.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setResponding: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    list: async () => (await getCredentials(client, authenticatorId)).credentials,
    add: (credential: Credential) => client.send('WebAuthn.addCredential', { authenticatorId, credential }),
    clear: () => client.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

type Fixtures = Parameters<Parameters<typeof test>[2]>[0];

/** Returns the product's address with a host name, because browsers do not support passkeys at an IP address. */
const namedHost = ({ product }: Pick<Fixtures, 'product'>) => product.origin.replace('127.0.0.1', 'localhost');

async function confirmAddress({ product, api }: Pick<Fixtures, 'product' | 'api'>, member: Member): Promise<void> {
  const [, otp] = await product.mailTo(member.email, /Subject: (\d{6})/);
  await api(null, 'POST', '/verifyOtp', { email: member.email, otp });
}

async function addPasskey(page: Page): Promise<void> {
  const listed = page.getByRole('region', { name: 'Passkeys' });
  const before = await listed.getByRole('listitem').count();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(listed.getByRole('listitem')).toHaveCount(before + 1);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.goto('/Login');
}

test('a passkey is added in the settings, signs in without an email address, and is removed', async ({
  visit,
  signUp,
  product,
  api,
}) => {
  const me = await signUp();
  await confirmAddress({ product, api }, me);
  const origin = namedHost({ product });
  const phone = await visit({ signedIn: me, origin });
  const device = await addDevice(phone);
  const { page } = phone;
  await page.goto('/Settings?tab=security');
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await addPasskey(page);
  const listed = page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem');
  await expect(listed).toContainText('Added just now');
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey' });
  await dialog.getByLabel('Name').fill('My phone');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Remove My phone' })).toBeVisible();
  // A device that has a passkey of the member does not create a second one.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This device already has one of your passkeys.')).toBeVisible();

  // A session on a second device.
  const session = (await api(null, 'POST', '/login', { email: me.email, password: PASSWORD })) as {
    body: { token: string };
  };
  const elsewhere = { ...me, token: session.body.token };
  const laptop = await visit({ signedIn: elsewhere, origin });
  const laptopDevice = await addDevice(laptop);
  // A browser that does not suggest passkeys in the field shows a button.
  await laptop.context.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await laptop.page.goto('/Settings?tab=security');
  // The password is no longer enough; the phone's passkey, which is near the laptop, is used instead.
  for (const credential of await device.list()) await laptopDevice.add(credential);
  await laptop.page.getByRole('button', { name: 'Add a passkey' }).click();
  const question = laptop.page.getByRole('dialog', { name: 'Please confirm that it is you.' });
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(laptop.page.getByText('This device already has one of your passkeys.')).toBeVisible();
  await laptopDevice.clear();
  await addPasskey(laptop.page);
  await expect(laptop.page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(2);
  // The phone's open settings follow.
  await expect(listed).toHaveCount(2);

  // The email field suggests the only passkey, and the device accepts it automatically.
  await signOut(page);
  await page.waitForURL(/home|first-evening/);

  await page.goto('/Settings?tab=security');
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  await product.mailTo(me.email, /A passkey was removed:/);
  const { body } = (await api(elsewhere, 'GET', '/passkeys')) as { body: unknown[] };
  expect(body).toHaveLength(1);

  // The device still has the passkey, but the server does not know it any more.
  await device.setResponding(false);
  await signOut(page);
  await device.setResponding(true);
  await expect(page.getByText('This passkey is not known here. Please sign in another way.').first()).toBeVisible();

  await signOut(laptop.page);
  await laptop.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await laptop.page.waitForURL(/home|first-evening/);
});

test('passkeys are not offered at an IP address', async ({ visit, join }) => {
  const me = await join();
  const { page } = await visit();
  await page.goto('/Login');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  const { page: settings } = await visit({ signedIn: me });
  await settings.goto('/Settings?tab=security');
  await expect(settings.getByText(/Passkeys cannot be created at this address/)).toBeVisible();
});
