/** A job's applications in two windows of its author: changes show in both, and the open application stays in place. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, type Member, publish, test, uniqueText } from '../support/fixtures.ts';

const APPLICANTS = 100;
const OPENED = 40;

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Applications' }).getByRole('listitem');
const rowOf = (page: Page, { firstName }: Member) => rowsOf(page).filter({ hasText: firstName });
const detailOf = (page: Page, { firstName }: Member) =>
  page.getByRole('region', { name: `Application from ${firstName} ` });

test('A list of a hundred applications shows changes made elsewhere, and keeps its scroll position', async ({
  visit,
  join,
  api,
}) => {
  test.setTimeout(120_000);
  const ana = await join({ firstName: 'Ana' });
  const id = await publish(api, ana, { postType: 'job', title: uniqueText('Baker'), description: 'Bread' });
  const apply = async (applicant: Member): Promise<string> => {
    const { body } = await api(applicant, 'POST', `/jobs/${id}/applications`, {
      words: `I am ${applicant.firstName}.`,
    });
    return (body as { _id: string })._id;
  };
  const applicants: Member[] = [];
  const applications: string[] = [];
  for (const letter of 'abcdefghij') {
    const joining = Array.from('abcdefghij', (second) => join({ firstName: `Ben${letter}${second}` }));
    for (const applicant of await Promise.all(joining)) {
      applicants.push(applicant);
      applications.push(await apply(applicant));
    }
  }
  const [opened, above] = [applicants[OPENED], applicants[OPENED + 20]];
  if (!opened || !above) throw new Error('a hundred members have applied');

  const [{ page: mine }, { page: theirs }] = [await visit({ signedIn: ana }), await visit({ signedIn: ana })];
  for (const page of [mine, theirs]) await page.goto(`/jobs/${id}/applications`);
  await expect
    .poll(async () => {
      await mine.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return rowsOf(mine).count();
    })
    .toBe(APPLICANTS);
  await rowOf(mine, opened).getByRole('button').click();
  await expect(mine.getByText(`I am ${opened.firstName}.`)).toBeVisible();
  const note = mine.getByRole('textbox', { name: 'Note' });
  await note.fill('Call on Friday, before noon.');
  const topOf = async () => Math.round((await rowOf(mine, opened).boundingBox())?.y ?? 0);
  const position = await topOf();
  const expectUnchanged = async () => {
    await expect.poll(topOf).toBe(position);
    // The browser would keep the position even if a row was inserted above, so the rows are counted, too.
    await expect(rowsOf(mine)).toHaveCount(APPLICANTS);
    await expect(note).toHaveValue('Call on Friday, before noon.');
    await expect(note).toBeFocused();
  };

  // Another member applies.
  const late = await join({ firstName: 'Zoe' });
  await apply(late);
  const newApplications = mine.getByRole('button', { name: '1 new application' });
  await expect(newApplications).toBeVisible();
  await expectUnchanged();

  // The other window makes an offer to an applicant further up, and then rejects the application that is open here.
  await expect
    .poll(async () => {
      await theirs.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return rowOf(theirs, opened).count();
    })
    .toBe(1);
  await rowOf(theirs, above).getByRole('button').focus();
  await theirs.keyboard.press('o');
  await expect(rowOf(mine, above)).toContainText('Offer');
  await expectUnchanged();
  await rowOf(theirs, opened).getByRole('button').click();
  await theirs.keyboard.press('r');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
  const pending = (page: Page) => page.getByText(`Rejected. ${opened.firstName} will be notified at`);
  await expect(pending(mine)).toBeVisible();
  await expectUnchanged();
  await detailOf(mine, opened).getByRole('button', { name: 'Undo' }).click();
  await expect(pending(mine)).toHaveCount(0);
  await expect(pending(theirs)).toHaveCount(0);
  await note.focus();

  // The applicant withdraws the open application.
  await api(opened, 'PUT', `/applications/${applications[OPENED]}`, { status: 'withdrawn' });
  const notice = `${opened.firstName} has withdrawn this application. Everything submitted with it has been deleted.`;
  for (const page of [mine, theirs]) await expect(page.getByRole('status').filter({ hasText: notice })).toBeVisible();
  await expect(detailOf(mine, opened).getByRole('button', { name: 'Offer' })).toHaveCount(0);
  await expect(mine.getByText(`I am ${opened.firstName}.`)).toHaveCount(0);
  await expect(rowOf(mine, opened)).toContainText('Withdrawn');
  await expectUnchanged();
  await detailOf(mine, opened).getByRole('button', { name: 'Save' }).click();
  await expect(mine.getByText('Note saved.')).toBeVisible();
  await expect(theirs.getByRole('textbox', { name: 'Note' })).toHaveValue('Call on Friday, before noon.');

  await expect(rowsOf(mine)).toHaveCount(APPLICANTS);
  await newApplications.click();
  await expect(rowsOf(mine)).toHaveCount(APPLICANTS + 1);
  await expect(rowsOf(mine).first().getByRole('button', { name: /Zoe/ })).toBeFocused();
  await expect(rowsOf(mine).first()).toBeInViewport();
  await expectAccessible(mine, '/jobs/:id/applications after a withdrawal');
});
