import { codeOf } from '../../server/src/testing/sign-in/authenticator.ts';
import { expect, type Member, PASSWORD, test } from '../support/fixtures.ts';

const NEW_PASSWORD = 'Another42light';

type Visit = Parameters<Parameters<typeof test>[2]>[0]['visit'];

/** Submits the login page in a new browser context. The caller checks the result. */
async function signInAs(visit: Visit, member: Member, password: string) {
  const visitor = await visit();
  await visitor.page.goto('/Login');
  await visitor.page.getByLabel('Email').fill(member.email);
  await visitor.page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await visitor.page.getByRole('button', { name: 'Sign in' }).click();
  return visitor;
}

test('a switch takes effect at once, a quick double press ends where it began, and a reload keeps both', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const { page } = await visit({ signedIn: me });
  await page.goto('/home');
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Notification' }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await page.getByRole('switch', { name: 'Likes', exact: true }).click();
  await page.getByRole('switch', { name: 'Events' }).dblclick();
  await expect(page.getByRole('switch', { name: 'Likes', exact: true })).not.toBeChecked();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Likes', exact: true })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Events' })).toBeChecked();
  const { body } = (await api(me, 'GET', '/getProfile')) as { body: Record<string, string> };
  expect([body['like_notification'], body['event_notification']]).toEqual(['Off', 'On']);
  await page.getByRole('link', { name: 'Data Privacy' }).click();
  await expect(page.getByText('2 Months')).toBeVisible();
  await page.getByRole('switch', { name: 'Read receipts' }).click();
  await expect(page.getByRole('switch', { name: 'Read receipts' })).not.toBeChecked();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Read receipts' })).not.toBeChecked();
});

test('a member chooses by keyboard what is mailed, with quiet hours, and a reload keeps the choices', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const { page } = await visit({ signedIn: me, width: 320, height: 640 });
  await page.goto('/Settings?tab=notification');
  const mail = page.getByRole('region', { name: 'How they reach you' });
  const mentions = mail.getByRole('combobox', { name: 'Mentions of you, by email' });
  // Without a digest, the choice “In digest” is shown as “No”.
  await expect(mentions).toHaveValue('digest');
  await expect(mentions.locator('option:checked')).toHaveText('No');
  await mentions.focus();
  await page.keyboard.press('ArrowDown');
  await expect(mentions).toHaveValue('instant');
  const digest = mail.getByRole('region', { name: 'Daily and weekly emails' });
  await digest.getByLabel('What you missed and highlights from your network').selectOption('Every week');
  await digest.getByLabel('Hour').selectOption('18:00');
  await digest.getByLabel('Weekly emails come on').selectOption('Sunday');
  await mail.getByRole('switch', { name: 'Quiet hours' }).click();
  await mail.getByLabel('To', { exact: true }).fill('06:30');
  await mail.getByLabel('To', { exact: true }).blur();
  const stored = async () => {
    const { body } = (await api(me, 'GET', '/notification/preferences')) as {
      body: {
        kinds: { kind: string; mail: string }[];
        quiet: { to: string } | null;
        digest: { cadence: string; hour: number; weekday: number };
      };
    };
    const { cadence, hour, weekday } = body.digest;
    const kinds = body.kinds.filter((preference) => preference.mail === 'instant').map(({ kind }) => kind);
    return [kinds, body.quiet?.to, cadence, hour, weekday];
  };
  await expect.poll(stored).toEqual([['mentioned', 'reports'], '06:30', 'weekly', 18, 7]);
  await page.getByRole('switch', { name: 'Comments', exact: true }).click();
  await expect(mentions).toBeDisabled();
  await page.reload();
  await expect(mentions).toHaveValue('instant');
  await expect(digest.getByLabel('Hour')).toHaveValue('18');
  await expect(mail.getByLabel('To', { exact: true })).toHaveValue('06:30');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('the unsubscribe page reports an incomplete link after a click', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/u/incomplete');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('This link is incomplete.')).toBeVisible();
});

test('the account rows open the profile dialog, and show what it saved', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join() });
  await page.goto('/Settings');
  await page.getByRole('button', { name: /^Location/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Profile' });
  await dialog.getByLabel('Country').fill('Norway');
  await dialog.getByLabel('Gender').selectOption('female');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Location.*Norway/ })).toBeFocused();
});

test('a member lists and ends sessions, and changes the password', async ({ visit, join }) => {
  const me = await join();
  const { page: otherPage } = await signInAs(visit, me, PASSWORD);
  await otherPage.waitForURL('**/home');
  const { page } = await visit({ signedIn: me });
  await page.goto('/Settings?tab=security');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByText('This device')).toBeVisible();
  await sessions.getByRole('button', { name: 'End the session of Chrome on Linux' }).click();
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await otherPage.waitForURL(/\/Login/);

  await page.getByRole('button', { name: /^Change Password/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabel('Current password').focus();
  await dialog.getByRole('textbox', { name: 'New password', exact: true }).focus();
  await expect(dialog.getByText('Current Password is required.')).toBeVisible();
  await dialog.getByLabel('Current password').fill('Wrong42light');
  await dialog.getByRole('textbox', { name: 'New password', exact: true }).fill(NEW_PASSWORD);
  await dialog.getByRole('textbox', { name: 'Confirm the new password' }).fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(dialog.getByText('Current password is incorrect.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await expect(dialog).toBeHidden();
  const { page: again } = await signInAs(visit, me, NEW_PASSWORD);
  await again.waitForURL('**/home');
});

test('two-step verification is set up with an app, asks for a code at sign-in, and accepts recovery codes', async ({
  visit,
  signUp,
  product,
}) => {
  const me = await signUp();
  const { page } = await visit({ signedIn: me });
  await page.goto('/Settings?tab=security');
  await expect(page.getByText('Confirm your email address first')).toBeVisible();
  await page.getByRole('link', { name: 'Enter the code' }).click();
  const [otp] = await product.mailTo(me.email, /^\d{6}$/m);
  await page.getByLabel('Code').fill(`${otp.slice(0, 3)} ${otp.slice(3)}`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/first-evening');
  await page.goto('/Settings?tab=security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  // A code works only once, so the sign-in below uses the next step's code, which the server accepts already.
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This code is wrong or has expired.')).toBeVisible();
  await dialog.getByLabel('Code').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const shown = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('afterhours-recovery-codes.txt');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back to the codes' }).click();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of your recovery codes are left.')).toBeVisible();

  const { page: again } = await signInAs(visit, me, PASSWORD);
  const code = again.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeFocused();
  await code.fill(codeOf(secret, 1));
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.waitForURL('**/home');

  const { page: third } = await signInAs(visit, me, PASSWORD);
  await third.getByRole('button', { name: 'Back' }).click();
  await expect(third.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused();
  await third.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await third.getByRole('button', { name: 'Sign in' }).click();
  await third.getByRole('button', { name: 'Use a recovery code' }).click();
  await third.getByLabel('Recovery code').fill(codes[0] ?? '');
  await third.getByRole('button', { name: 'Sign in' }).click();
  await third.waitForURL('**/home');
  await expect(third.getByText('You have 9 recovery codes left.')).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Code').fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
});

test('blocked members are listed and unblocked', async ({ visit, join, api }) => {
  const [me, bruno] = [await join(), await join({ firstName: 'Bruno', lastName: 'Silva' })];
  await api(me, 'POST', '/users/block', { userId: bruno.id, action: 'block' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/Settings');
  await page.getByRole('button', { name: 'Unblock Bruno Silva' }).click();
  await expect(page.getByText('You haven’t blocked anyone')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You haven’t blocked anyone')).toBeVisible();
});

test('A double tap on the export does not cancel it: nothing moves to where the button is', async ({ visit, join }) => {
  const me = await join();
  for (const width of [1440, 768, 390, 320]) {
    const { page } = await visit({ signedIn: me, width });
    await page.route('**/api/account/export*', () => {});
    await page.goto('/Settings');
    const button = page.getByRole('button', { name: 'Export my data' });
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    await button.dblclick();
    const cancel = await page.getByRole('button', { name: 'Cancel' }).boundingBox();
    expect(await button.boundingBox(), `at ${width}`).toEqual(before);
    expect(cancel?.y, `at ${width}`).toBeGreaterThanOrEqual((before?.y ?? 0) + (before?.height ?? 0));
  }
});

test('On a small screen the deletion of the account opens at its top, and by keyboard leads to the password', async ({
  visit,
  join,
}) => {
  const { page } = await visit({ signedIn: await join(), width: 320, height: 640 });
  await page.goto('/Settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await expect(dialog.getByRole('heading', { name: 'Delete account' })).toBeFocused();
  await expect(dialog.getByText('This cannot be undone.')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  const password = dialog.getByRole('textbox', { name: 'Password', exact: true });
  await expect(password).toBeFocused();
  await expect(password).toBeInViewport({ ratio: 1 });
});

test('an account’s data is exported and the account is deleted', async ({ visit, join }) => {
  const me = await join();
  const { page } = await visit({ signedIn: me });
  await page.goto('/Settings');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.zip$/);
  await expect(page.getByText('Your data has been downloaded')).toBeVisible();
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText('Password is required.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Your account has been deleted. We are sorry to see you go.')).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const { page: again } = await signInAs(visit, me, PASSWORD);
  await expect(again.getByText('Invalid email or password.')).toBeVisible();
});
