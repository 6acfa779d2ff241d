/** The first job of a new member, which staff review, and a price to which tax is added. */
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { becomeOwner } from '../support/owner.ts';

// A community of its own, which has no owner and no tax yet.
test.use({ settings: { APP_NAME: 'Night Bakers' } });

test('a first job waits for a moderator, who approves it; a price with added tax is paid as a total', async ({
  visit,
  join,
  api,
  product,
}) => {
  const [owner, author, reader] = [await join(), await join(), await join()];
  await becomeOwner(owner, api, product);
  const title = uniqueText('Baker');
  const id = await publish(api, author, { postType: 'job', title, description: 'Early hours' });
  const { page: authorsPage } = await visit({ signedIn: author, width: 390 });
  await authorsPage.goto(`/p/${id}`);
  await expect(
    authorsPage.getByText(/^Only you can see this until .* Rule: The first job of a new member\.$/),
  ).toBeVisible();
  const { page: readersPage } = await visit({ signedIn: reader });
  await readersPage.goto(`/p/${id}`);
  await expect(readersPage.getByText(title)).toHaveCount(0);

  const { page: staff } = await visit({ signedIn: owner });
  await staff.goto('/moderation');
  await staff.getByRole('button', { name: new RegExp(title.replace(/[().]/g, '\\$&')) }).press('Enter');
  await expect(staff.getByText('The first job of a new member.').first()).toBeVisible();
  const listed = (await api(owner, 'GET', '/staff/cases')) as unknown as { body: { _id: string }[] };
  for (const { _id } of listed.body) await api(owner, 'POST', `/staff/cases/${_id}/decisions`, { action: 'none' });
  await readersPage.reload();
  await expect(readersPage.getByRole('heading', { name: title })).toBeVisible();
  await readersPage.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(readersPage.getByRole('dialog')).toBeVisible();

  await staff.goto('/moderation/community');
  await staff.getByLabel('Tax, in percent').fill('19');
  await staff.getByLabel('VAT ID').fill('de 123 456 789');
  await staff.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(staff.getByText('Community settings saved.')).toBeVisible();
  const webinar = { postType: 'webinar', title: uniqueText('Glazes'), description: 'An evening' };
  const terms = { link: 'https://meet.example.com/x', price: 1000, currency: 'eur', tax: 'added' };
  const taxed = await publish(api, author, { ...webinar, ...terms, startsAt: '2099-03-01T20:00:00Z' });
  await readersPage.goto(`/p/${taxed}`);
  await expect(readersPage.getByText('€11.90 including 19% tax (€1.90)')).toBeVisible();
  await readersPage.getByRole('button', { name: 'Pay €11.90 to join' }).press('Enter');
  const dialog = readersPage.getByRole('dialog');
  await expect(dialog.getByText(/^€11.90, once, including 19% tax \(€1.90\)/)).toBeVisible();
  await dialog.getByRole('button', { name: '4242 4242 4242 4242' }).press('Enter');
  await dialog.getByLabel(/Expires/).fill('12/49');
  await dialog.getByLabel(/CVC/).fill('123');
  await dialog.getByRole('button', { name: 'Pay €11.90', exact: true }).press('Enter');
  await expect(dialog.getByRole('link', { name: 'Join' })).toBeVisible();
  await readersPage.goto('/Settings?tab=payments');
  await readersPage.getByRole('link', { name: 'Receipt', exact: true }).press('Enter');
  for (const text of ['VAT ID: DE123456789', '€10.00', '€1.90', '€11.90'])
    await expect(readersPage.getByText(text, { exact: true })).toBeVisible();
});
