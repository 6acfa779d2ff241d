/** Signing in through an OpenID provider: an issuer on loopback with a sign-in page of its own. */
import type { Page } from '@playwright/test';
import {
  type FakeOidcProvider,
  OIDC_CLIENT,
  OIDC_SECRET,
  type OidcLie,
  startFakeOidcProvider,
} from '../../server/src/testing/servers/fake-oidc-provider.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { type Product, startProduct } from '../support/product.ts';

const mira = {
  sub: 'mira',
  email: 'mira@studio.example',
  email_verified: true,
  given_name: 'Mira',
  family_name: 'Sol',
};

const link = (address: URL, name: string): string =>
  `<li><a href="${address.href.replaceAll('&', '&amp;')}">${name}</a></li>`;

/** Returns the issuer's page, with links to sign in, to sign in with a token signed by another key, and to cancel. */
function writePage(issuer: FakeOidcProvider, address: string): string {
  const parameters = new URL(address).searchParams;
  const back = (query: URLSearchParams) => new URL(`${parameters.get('redirect_uri') ?? ''}?${query.toString()}`);
  const enter = (lie?: OidcLie) => back(issuer.authorize(address, mira, lie));
  const cancelled = { error: 'access_denied', state: parameters.get('state') ?? '', iss: issuer.issuer };
  return `<!doctype html><html lang="en"><title>Studio accounts</title><link rel="icon" href="data:,"><ul>
    ${link(enter(), 'Enter as Mira')}
    ${link(enter({ sign: 'other key' }), 'Enter by a forged token')}
    ${link(back(new URLSearchParams(cancelled)), 'Cancel')}
  </ul></html>`;
}

let issuer: FakeOidcProvider;
/** The product whose members can sign in through the issuer. */
let withIssuer: Product;

const test = base.extend({ product: async ({}, use) => use(withIssuer) });

// In one worker: otherwise each test would start a product.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  issuer = await startFakeOidcProvider();
  issuer.showPage((address) => writePage(issuer, address));
  withIssuer = await startProduct({
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT,
    OIDC_CLIENT_SECRET: OIDC_SECRET,
    OIDC_NAME: 'Studio',
    OIDC_AUTO_JOIN: 'true',
  });
});
test.afterAll(async () => {
  await withIssuer.stop();
  await issuer.close();
});

/** Goes to the issuer with the button of the sign-in page, and follows a link there. */
async function followIssuerLink(page: Page, name: string): Promise<void> {
  await page.goto('/Login');
  await page.getByRole('button', { name: /Studio/ }).click();
  await expect(page).toHaveTitle('Studio accounts');
  await page.getByRole('link', { name }).click();
}

const ownId = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { _id?: string })._id);

test('a person joins through an issuer’s account, signs out, and is the same member on return', async ({ visit }) => {
  const { page } = await visit();
  await followIssuerLink(page, 'Enter as Mira');
  await page.getByLabel('Phone').fill('1234567890');
  await page.getByLabel('Country').fill('Portugal');
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('03-04-1991');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/(home|first-evening)/);
  await page.goto('/home');
  await expect(page.getByRole('button', { name: /Your account/ })).toBeVisible();
  const joined = await ownId(page);
  expect(joined).toMatch(/^[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await followIssuerLink(page, 'Enter as Mira');
  await page.waitForURL('**/home');
  await expect(page.getByRole('button', { name: /Your account/ })).toBeVisible();
  expect(await ownId(page)).toBe(joined);
});

test('cancelling at the issuer, or a forged token, shows a message and signs nobody in', async ({ visit }) => {
  const { page } = await visit();
  for (const name of ['Cancel', 'Enter by a forged token']) {
    await followIssuerLink(page, name);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await page.getByRole('link', { name: 'Back To Login' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }
});
