import { expect, PASSWORD, test } from '../support/fixtures.ts';

test('a forgotten password is reset by the mailed link, once', async ({ visit, join, product }) => {
  const member = await join();
  const { page } = await visit();
  await page.goto('/Login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Wrong42light');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Invalid email or password.')).toBeVisible();

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Email is required.')).toBeVisible();
  await page.getByLabel('Email').fill('not an address');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('invalid email address.')).toBeVisible();
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.waitForURL('**/information');
  await expect(page.getByRole('link', { name: 'Back To Login' })).toBeVisible();

  const [, token] = await product.mailTo(member.email, /ResetPassword\?token=([\w-]+)/);
  await page.goto(`/ResetPassword?token=${token}`);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('Password must be at least 8 characters.')).toBeVisible();
  await page.getByLabel('New password').fill('Another42light');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.waitForURL(/\/login/i);
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Another42light');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home');

  const { page: again } = await visit();
  await again.goto(`/ResetPassword?token=${token}`);
  await again.getByLabel('New password').fill(PASSWORD);
  await again.getByRole('button', { name: 'Save the new password' }).click();
  await expect(again.getByText('This link is no longer valid.').first()).toBeVisible();
});

test('a mailed link signs in with a click on its button, once, in the browser that requested it', async ({
  visit,
  signUp,
  product,
  api,
}) => {
  const member = await signUp();
  const [, otp] = await product.mailTo(member.email, /Subject: (\d{6})/);
  await api(null, 'POST', '/verifyOtp', { email: member.email, otp });
  const { page } = await visit();
  await page.goto('/Login');
  await page.getByRole('link', { name: 'Email me a sign-in link' }).click();
  // Waits for the heading, because the previous page has the same field.
  await expect(page.getByRole('heading', { name: 'Sign in by email' })).toBeVisible();
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const [, token] = await product.mailTo(member.email, /\/Login\/link#([\w-]{43})/);

  const { page: elsewhere } = await visit();
  await elsewhere.goto(`/Login/link#${token}`);
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await expect(elsewhere.getByText(/This link is not valid in this browser/)).toBeVisible();

  await page.goto('/');
  await page.goto(`/Login/link#${token}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/home|first-evening/);
});
