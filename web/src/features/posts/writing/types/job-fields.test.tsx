import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';

beforeEach(() => {
  localStorage.clear();
  writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' }));
});

async function renderFields() {
  const { Composer } = await import('../composer.tsx');
  const requests = serve({ 'POST /post/create': ok(buildPost()) });
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  await user.click(screen.getByRole('radio', { name: 'Job' }));
  await user.type(screen.getByLabelText(/^Title/), 'Baker');
  await user.type(screen.getByLabelText(/Description/), 'Bread on Saturdays');
  const publish = () => user.click(screen.getByRole('button', { name: 'Publish' }));
  const published = () => requests.find(({ path }) => path === '/post/create')?.body;
  return { user, publish, published };
}

it('A job requires its kind, place and pay, and is published with them', async () => {
  const { user, publish, published } = await renderFields();
  await publish();
  const kind = 'Please choose the kind of job.';
  for (const missing of [kind, 'Please choose where the work is done.', /^Please enter what the job pays/])
    expect(screen.getByText(missing)).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Job type' }), 'part-time');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Where' }), 'none');
  await user.type(screen.getByRole('textbox', { name: 'Place' }), 'Lyon');
  await user.type(screen.getByRole('textbox', { name: 'From' }), '20');
  await user.type(screen.getByRole('textbox', { name: 'To' }), '18');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'EUR');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Paid per' }), 'hour');
  await publish();
  expect(screen.getByText(/^The maximum pay/)).toBeTruthy();
  expect(published()).toBeUndefined();
  await user.clear(screen.getByRole('textbox', { name: 'To' }));
  const countries = screen.getByLabelText(/^Countries/);
  await user.selectOptions(countries, 'France');
  await user.selectOptions(countries, 'Belgium');
  await user.click(screen.getByRole('button', { name: 'Remove France' }));
  expect(within(countries).getByRole('option', { name: 'France' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Belgium' })));
  await publish();
  await waitFor(() => expect(published()).toBeDefined());
  expect(published()).toMatchObject({
    postType: 'job',
    employment: 'part-time',
    remote: 'none',
    place: 'Lyon',
    countries: ['Belgium'],
    payMin: 20,
    payCurrency: 'EUR',
    payPeriod: 'hour',
  });
});

it('The focus stays at the questions when the last of them is removed', async () => {
  const { user } = await renderFields();
  const add = () => user.click(screen.getByRole('button', { name: 'Add a question' }));
  await add();
  await add();
  await user.click(screen.getByRole('button', { name: 'Remove question 2' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Question 1')));
  await user.click(screen.getByRole('button', { name: 'Remove question 1' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a question' })));
});

it('A job without pay shows that, and requires no amount', async () => {
  const { user, publish, published } = await renderFields();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Job type' }), 'volunteer');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Where' }), 'full');
  await user.type(screen.getByRole('textbox', { name: 'From' }), '20');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Salary' }), 'unpaid');
  expect(screen.queryByRole('textbox', { name: 'From' })).toBeNull();
  await publish();
  await waitFor(() => expect(published()).toMatchObject({ unpaid: 'unpaid', payMin: '' }));
});

it('A wide range of pay shows a warning while it is typed', async () => {
  const { user } = await renderFields();
  const min = screen.getByRole('textbox', { name: 'From' });
  const max = screen.getByRole('textbox', { name: 'To' });
  await user.type(min, '20');
  await user.type(max, '40');
  expect(screen.queryByText(/^This range is wide/)).toBeNull();
  await user.type(max, ',50');
  expect(screen.getByText(/^This range is wide/)).toBeTruthy();
});
