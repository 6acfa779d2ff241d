import type { Locator } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import { expect, PASSWORD, test } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';
import { dialogOf, save } from '../support/profile-dialogs.ts';

const enterMonth = async (dialog: Locator, label: string, month: string, year: string) => {
  await dialog.getByLabel(`${label}: month`).selectOption(month);
  await dialog.getByLabel(`${label}: year`).fill(year);
};

test('a new profile is filled part by part, and shows how many parts are complete', async ({ visit, join }) => {
  const me = await join({ firstName: 'Ines', lastName: 'Moura' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/Profile');
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const missing = part('Complete your profile');
  await expect(missing.getByText('1 of 9')).toBeVisible();

  await missing.getByRole('button', { name: 'Write an intro' }).click();
  await dialogOf(page, 'Update Intro').getByLabel('Intro').fill('Letters by night');
  await save(page);
  await expect(page.getByText('Profile updated.')).toBeVisible();
  await expect(part('Ines Moura').getByText('Letters by night')).toBeVisible();

  await part('Bio').getByRole('button', { name: 'Add a bio' }).click();
  await dialogOf(page, 'Update Bio')
    .getByRole('textbox')
    .fill(`I draw letters. ${'And more letters. '.repeat(10)}`);
  await save(page);
  await part('Bio').getByRole('button', { name: 'See more' }).click();

  await part('Goals').getByRole('button', { name: 'Add a goal' }).click();
  await save(page);
  await expect(dialogOf(page, 'Add Goal').getByText('This field is required')).toHaveCount(3);
  await dialogOf(page, 'Add Goal').getByLabel('Title').fill('A typeface of my own');
  await dialogOf(page, 'Add Goal').getByLabel('Type').selectOption('Long Term');
  await dialogOf(page, 'Add Goal').getByLabel('Description').fill('Nine weights.');
  await save(page);
  await expect(page.getByText('Your goal has been added successfully')).toBeVisible();
  await expect(part('Goals').getByText('Long Term')).toBeVisible();

  await part('Goals').getByRole('button', { name: 'Edit A typeface of my own' }).click();
  await dialogOf(page, 'Edit Goal').getByLabel('Type').selectOption('Short Term');
  await save(page);
  await expect(page.getByText('Your goal details has updated successfully')).toBeVisible();
  await expect(part('Goals').getByText('Short Term')).toBeVisible();

  await part('Skills and Hobbies').getByRole('button', { name: 'Add a skill' }).click();
  const skill = dialogOf(page, 'Add new skill');
  for (const title of ['Lettering', 'Kerning', 'Baking']) {
    await skill.getByRole('textbox').fill(title);
    await skill.getByRole('button', { name: 'Save and add another' }).click();
    await expect(skill.getByRole('textbox')).toHaveValue('');
  }
  await expect(skill.getByText('Added: Lettering, Kerning, Baking')).toBeVisible();
  await skill.getByRole('textbox').fill('Cycling');
  await save(page);
  await expect(skill).toBeHidden();
  const skills = part('Skills and Hobbies');
  await expect(skills.getByRole('listitem')).toHaveCount(3);
  await skills.getByRole('button', { name: 'See more: Skills and Hobbies' }).click();
  await expect(skills.getByRole('listitem')).toHaveCount(4);
  await skills.getByRole('button', { name: 'Edit Lettering' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(skills.getByRole('listitem')).toHaveCount(3);
  await expect(skills.getByRole('heading', { name: 'Skills and Hobbies' })).toBeFocused();

  await part('Education').getByRole('button', { name: 'Add education' }).click();
  const education = dialogOf(page, 'Add Education');
  await education.getByLabel('Title').fill('Type design');
  await education.getByLabel('School').fill('Reading');
  await enterMonth(education, 'Start date', 'September', '2019');
  await enterMonth(education, 'End date', 'June', '2018');
  await save(page);
  await expect(education.getByText('End Date must be later than or equal to Start Date')).toBeVisible();
  await enterMonth(education, 'End date', 'June', '2020');
  await save(page);
  await expect(part('Education').getByText('Sep 2019 – Jun 2020')).toBeVisible();

  await part('Experience').getByRole('button', { name: 'Add experience' }).click();
  const experience = dialogOf(page, 'Add Experience');
  await experience.getByLabel('Title').fill('Sign painter');
  await experience.getByLabel('Company name').fill('Shopfront');
  await experience.getByLabel('Location *').fill('Porto');
  await enterMonth(experience, 'Start date', 'January', '2021');
  await experience.getByLabel('I am currently working here').check();
  await expect(experience.getByLabel('End date: year')).toBeHidden();
  await save(page);
  await expect(part('Experience').getByText('Jan 2021 – Persent')).toBeVisible();

  await expect(missing.getByText('7 of 9')).toBeVisible();
  await page.reload();
  await expect(part('Experience').getByText('Sign painter')).toBeVisible();
  await expect(missing.getByText('7 of 9')).toBeVisible();
});

test('an unsaved bio survives the Back button until its author discards it', async ({ visit, join }) => {
  const me = await join({ firstName: 'Ines', lastName: 'Moura' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home');
  await page.getByRole('link', { name: 'Ines Moura' }).first().click();
  await expect(page).toHaveURL(/\/Profile$/);
  await page.getByRole('region', { name: 'Bio', exact: true }).getByRole('button', { name: 'Add a bio' }).click();
  const bio = dialogOf(page, 'Update Bio').getByRole('textbox');
  await bio.fill('I draw letters.');
  await page.goBack();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(bio).toHaveValue('I draw letters.');
  await expect(page).toHaveURL(/\/Profile$/);
  await page.goBack();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialogOf(page, 'Update Bio')).toBeHidden();
  await expect(page).toHaveURL(/\/Profile$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});

test("guests see another member's profile, sign in to follow, and return to it", async ({ visit, join, api }) => {
  const rosa = await join({ firstName: 'Rosa', lastName: 'Quint' });
  await api(rosa, 'POST', '/bio/addAndEdit', { bio: 'I bind books.' });
  await api(rosa, 'POST', '/post/create', { postType: 'general', description: 'Sewn on tapes' });
  const me = await join();
  const { page } = await visit();
  await page.goto(`/results/view-profile/${rosa.id}`);
  await expect(page.getByRole('heading', { name: 'Rosa Quint', exact: true })).toBeVisible();
  await expect(page.getByText('I bind books.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Sewn on tapes/ })).toBeVisible();
  await page.getByRole('link', { name: 'Follow' }).click();
  await page.waitForURL('**/Login');
  await page.getByLabel('Email').fill(me.email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**/results/view-profile/${rosa.id}`);
  // Limited to the profile, because she may be among the suggested people, too.
  const profile = page.getByRole('region', { name: 'Rosa Quint', exact: true });
  await profile.getByRole('button', { name: 'Follow Rosa Quint' }).click();
  await expect(page.getByText('Now following Rosa Quint.')).toBeVisible();
  const stats = page.getByRole('region', { name: 'Profile Stats' });
  await expect(stats.getByText('1', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Recent posts' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Sewn on tapes' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Recent posts', selected: true })).toBeVisible();
  await page.goto('/results/view-profile/01900000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

for (const appearance of [
  { width: 1440, height: 900, dark: false },
  { width: 390, height: 844, dark: true },
]) {
  test(`dialogs and long words are accessible at ${appearance.width} px`, async ({ visit, join, api }) => {
    const me = await join({ firstName: 'Wolfeschlegelsteinhausenbergerdorff', lastName: 'Featherstonehaugh' });
    await api(me, 'PUT', '/updateProfile', { intro_details: 'W'.repeat(200), profession: 'سيراميك وخط عربي' });
    await api(me, 'POST', '/skill/create', { title: 'x'.repeat(80) });
    const { page } = await visit({ ...appearance, signedIn: me });
    const check = (name: string) => expectNoViolations(page, name);
    await page.goto('/Profile');
    await expect(page.getByRole('region', { name: 'Goals' })).toBeVisible();
    await check('/Profile');
    for (const [button, dialog] of [
      ['Edit profile', 'Update Profile'],
      ['Add experience', 'Add Experience'],
      ['Add a goal', 'Add Goal'],
      ['Edit cover image', 'Edit Cover Image'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(dialogOf(page, dialog)).toBeVisible();
      await check(dialog);
      await page.keyboard.press('Escape');
      await expect(dialogOf(page, dialog)).toBeHidden();
      await expect(page.getByRole('button', { name: button, exact: true })).toBeFocused();
    }
    await openPage(page, '/Profile?tab=posts');
    await expect(page.getByText('No Post Found')).toBeVisible();
    await check('Recent posts');
  });
}

test('On a tablet the buttons of a profile are in one row below the cover', async ({ visit, join, api }) => {
  const [me, contact] = [await join(), await join()];
  await api(me, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: contact.id });
  await api(me, 'POST', '/connections/send-req', { to_user_id: contact.id });
  await api(contact, 'POST', '/connections/send-req', { to_user_id: me.id });
  const { page } = await visit({ signedIn: me, width: 768 });
  await page.goto(`/results/view-profile/${contact.id}`);
  const menu = page.getByRole('button', { name: 'Member menu' });
  const connected = page.getByRole('button', { name: /Connected/ });
  const tops = await Promise.all([menu, connected].map(async (button) => (await button.boundingBox())?.y));
  expect(tops[0]).toBe(tops[1]);
});

test('a pencil icon and a settings row each open the profile dialog at their field', async ({ visit, join }) => {
  const me = await join({ profession: 'Illustrator' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/Profile');
  await page.getByRole('button', { name: 'Edit profession' }).press('Enter');
  await expect(dialogOf(page, 'Update Profile').getByLabel('Profession')).toBeFocused();
  await page.keyboard.press('Escape');
  await openPage(page, '/Settings');
  await page.getByRole('button', { name: /^Phone Number/ }).click();
  await expect(dialogOf(page, 'Update Profile').getByLabel('Phone number')).toBeFocused();
});
