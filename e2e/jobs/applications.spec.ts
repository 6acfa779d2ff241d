/** Applications for jobs: sent with an answer and a CV, opened and decided by keyboard, and withdrawn. */
import { expectAccessible } from '../support/axe.ts';
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { articleOf } from '../support/post-cards.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

test('an application is sent, opened, rejected with an undo, given other statuses, and withdrawn', async ({
  visit,
  join,
  api,
}) => {
  const title = uniqueText('Baker');
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  const id = await publish(api, ana, {
    postType: 'job',
    title,
    description: 'Bread on Saturdays',
    employment: 'part-time',
    remote: 'full',
    unpaid: 'unpaid',
    questions: [{ text: 'Can you work at night?', kind: 'yes-no', required: true }],
  });

  const { page } = await visit({ signedIn: ben });
  await page.goto(`/p/${id}`);
  await page.getByRole('button', { name: 'Apply' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Can you work at night?')).toBeFocused();
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('Please answer this question.')).toBeVisible();
  await form.getByLabel('Can you work at night?').selectOption('yes');
  await form.getByLabel('Cover note').fill('I bake at night.');
  await form.getByLabel('CV').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: PDF });
  await form.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(`**/Messages#${ana.id}`);

  const { page: poster } = await visit({ signedIn: ana });
  await poster.goto(`/p/${id}`);
  await articleOf(poster, title).getByRole('link', { name: 'Applications' }).click();
  const list = poster.getByRole('list', { name: 'Applications' });
  await expect(list.getByRole('button', { name: /Ben/ })).toBeVisible();
  await expectAccessible(poster, '/jobs/:id/applications');
  await poster.keyboard.press('j');
  await poster.keyboard.press('Enter');
  await expect(poster.getByText('I bake at night.')).toBeVisible();
  await poster.keyboard.press('r');
  await poster.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(poster.getByText(/^Rejected\. Ben will be notified at/)).toBeVisible();
  await poster.keyboard.press('u');
  await expect(poster.getByText(/^Rejected\. Ben will be notified at/)).toHaveCount(0);
  for (const [key, name] of [
    ['o', 'Offer'],
    ['h', 'Hired'],
    ['t', 'In talks'],
  ] as const) {
    await poster.keyboard.press(key);
    await expect(poster.getByRole('button', { name, pressed: true })).toBeVisible();
  }
  const note = poster.getByLabel('Note', { exact: true });
  await poster.keyboard.press('m');
  await expect(note).toBeFocused();
  await poster.keyboard.type('jkr');
  await expect(note).toHaveValue('jkr');
  await list.getByRole('button', { name: /Ben/ }).focus();
  await poster.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await expect(list.getByRole('button', { name: /Ben/ })).toBeFocused();

  await page.goto(`/p/${id}`);
  await page.getByRole('link', { name: 'You applied · In talks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My applications' })).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await expectAccessible(page, '/me/applications');
  await page.getByRole('button', { name: /^Withdraw: / }).click();
  await page.getByRole('button', { name: 'Withdraw it' }).click();
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
});

test('the keyboard shortcuts of the application list move between applications, and are listed on the page', async ({
  visit,
  join,
  api,
}) => {
  const [ana, ben, cleo] = [
    await join({ firstName: 'Ana' }),
    await join({ firstName: 'Ben' }),
    await join({ firstName: 'Cleo' }),
  ];
  const id = await publish(api, ana, { postType: 'job', title: uniqueText('Baker'), description: 'Bread' });
  for (const applicant of [ben, cleo])
    expect(await api(applicant, 'POST', `/jobs/${id}/applications`, {})).toMatchObject({ status: 200 });
  const { page } = await visit({ signedIn: ana });
  await page.goto(`/jobs/${id}/applications`);
  const row = (name: string) => page.getByRole('list', { name: 'Applications' }).getByRole('button', { name });
  await expect(row('Ben')).toBeVisible();
  const keys = page.getByRole('group', { name: 'Keyboard shortcuts' });
  for (const key of ['j', 'k', 'Enter', 't', 'o', 'h', 'r', 'u', 'm', 'Esc'])
    await expect(keys.getByText(key, { exact: true })).toBeVisible();
  await page.keyboard.press('j');
  await expect(row('Cleo')).toBeFocused();
  await page.keyboard.press('j');
  await expect(row('Ben')).toBeFocused();
  await page.keyboard.press('j');
  await expect(row('Ben')).toBeFocused();
  await page.keyboard.press('k');
  await expect(row('Cleo')).toBeFocused();
  // An offer can be made without opening the application.
  await page.keyboard.press('o');
  await expect(row('Cleo')).toContainText('Offer');
  await page.keyboard.press('r');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row('Cleo')).toBeFocused();
});

test('an application far down the list opens beside its row', async ({ visit, join, api }) => {
  const ana = await join({ firstName: 'Ana' });
  const id = await publish(api, ana, { postType: 'job', title: uniqueText('Baker'), description: 'Bread' });
  for (const firstName of ['First', 'Ben', 'Cleo', 'Dora', 'Eli', 'Fay', 'Gil', 'Hana', 'Ira', 'Jo'])
    await api(await join({ firstName }), 'POST', `/jobs/${id}/applications`, {});
  const { page } = await visit({ signedIn: ana, height: 600 });
  await page.goto(`/jobs/${id}/applications`);
  const row = page.getByRole('list', { name: 'Applications' }).getByRole('button', { name: 'First' });
  await row.press('Enter');
  await expect(page.getByLabel('Note', { exact: true })).toBeInViewport();
  await expect(row).toBeInViewport();
  await expect(row).toBeFocused();
});

test('jobs are filtered, and the search is saved and deleted', async ({ visit, join, api }) => {
  const title = uniqueText('Welder');
  const [ana, ben] = [await join(), await join()];
  const terms = { employment: 'internship', remote: 'full', payMin: 30, payCurrency: 'NOK', payPeriod: 'hour' };
  await publish(api, ana, { postType: 'job', title, description: 'Steel', ...terms });
  const { page } = await visit({ signedIn: ben });
  await page.goto('/jobs');
  await page.getByText('More filters').click();
  await page.getByLabel('Job type').selectOption('internship');
  await page.getByLabel('Pays at least').fill('31');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByText(/^Please enter an amount/)).toBeVisible();
  await page.getByLabel('Currency').selectOption('NOK');
  await page.getByLabel('Paid per').selectOption('hour');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByText('No job matches these filters.')).toBeVisible();
  await page.getByLabel('Pays at least').fill('30');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(articleOf(page, title)).toBeVisible();
  await page.getByRole('button', { name: 'Save this search' }).click();
  const saved = page.getByRole('list', { name: 'Saved searches' });
  await expect(saved.getByRole('link', { name: /Internship · at least NOK/ })).toBeVisible();
  await expectAccessible(page, '/jobs');
  await saved.getByRole('button', { name: /^Delete the saved search/ }).click();
  await expect(saved.getByRole('link')).toHaveCount(0);
  await page.goto('/jobs');
  await expect(page.getByText(/^Filter the jobs and save the search/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Saved searches' })).toHaveCount(0);
});
