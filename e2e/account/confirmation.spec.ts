import { type MailServer, startMailServer } from '../../server/src/testing/servers/mail-server.ts';
import { expect, newMember, test } from '../support/fixtures.ts';
import { type Product, startProduct } from '../support/product.ts';

/** A product that sends mails, where members can write only after they have entered their code. */
let mails: MailServer;
let product: Product;

test.beforeAll(async () => {
  mails = await startMailServer();
  product = await startProduct({ SMTP_URL: mails.url });
});
test.afterAll(async () => {
  await product.stop();
  await mails.close();
});

async function codeMailedTo(address: string): Promise<string> {
  const find = () => /^\d{6}$/m.exec(mails.textsTo(address).at(-1) ?? '')?.[0];
  await expect.poll(find).toBeDefined();
  return find() ?? '';
}

test('A member corrects and confirms the address, and only then can publish a post', async ({ visit }) => {
  const { page } = await visit({ origin: product.origin });
  const me = newMember();
  const right = `right-${me.email}`;
  await page.goto('/Register');
  for (const [label, value] of [
    ['First name', me.firstName],
    ['Last name', me.lastName],
    ['Email', me.email],
    ['Phone', '+49 (170) 123-45-67'],
    ['Country', 'germany'],
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.getByRole('textbox', { name: 'Date of birth' }).fill(me.dob);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Password1');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This password is too easy to guess.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(/\/verify/i);
  await expect(page.getByLabel('Code')).toBeFocused();

  await page.getByRole('link', { name: 'Do this later' }).click();
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await page.getByLabel('Description').fill('My first evening here');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Enter the code' }).click();
  await page.waitForURL(/\/verify/i);

  await page.getByRole('link', { name: 'Wrong address?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill(right);
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(me.password);
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  const code = await codeMailedTo(right);
  await dialog.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByRole('button', { name: `Email ${right}` })).toBeVisible();

  await page.goto('/home');
  await expect(page.getByText('Confirm your email')).toBeHidden();
  // The rejected post was stored as a draft.
  await page.getByRole('button', { name: 'Continue your draft' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('My first evening here');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'My first evening here' })).toBeVisible();
});
