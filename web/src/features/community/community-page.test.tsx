import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { countUnsent } from '#lib/forms/unsent-work.ts';
import { formatExact } from '#lib/text/format.ts';
import { buildMember, buildOwnUser, idOf } from '#testing/build.ts';
import { settings, showCommunity as show } from '#testing/community-page.tsx';
import { type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';

const invitation = (at: number, usesLeft: number) => ({
  _id: idOf(at),
  madeBy: buildMember({ firstName: 'Ana', lastName: 'Cruz' }),
  usesLeft,
  until: '2026-12-24T20:00:00.000Z',
  createdAt: '2026-11-22T20:00:00.000Z',
});

beforeEach(() => localStorage.clear());

it('The page links to each of its parts', async () => {
  show();
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Settings', 'Terms and privacy', 'Invitations']);
  for (const link of links) {
    const target = document.querySelector(new URL((link as HTMLAnchorElement).href).hash);
    expect(target?.textContent).toBe(link.textContent);
  }
});

describe('The settings of the community', () => {
  it('are shown, and saved completely on top of the loaded version', async () => {
    const { user, requests } = show({ 'PUT /staff/settings': ok({ ...settings, version: 5 }) });
    const name = await screen.findByRole('textbox', { name: 'Name' });
    expect((name as HTMLInputElement).value).toBe('Night Owls');
    await user.clear(name);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Who may join' }), 'invitation');
    await user.type(screen.getByRole('textbox', { name: 'Blocked email providers' }), '{Enter}@Mail.example');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      ...settings,
      name: null,
      registration: 'invitation',
      blockedMailDomains: ['spam.example', 'mail.example'],
    });
  });

  it('and new terms that are not saved yet are kept when the page is left, until they are discarded', async () => {
    const first = show();
    await first.user.type(await screen.findByRole('textbox', { name: 'Welcome text' }), 'Come in.');
    await first.user.type(await screen.findByRole('textbox', { name: 'Terms and conditions' }), 'Be fair.');
    first.unmount();
    const { user } = show();
    const about = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Welcome text' });
    const terms = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Terms and conditions' });
    expect([about.value, terms.value]).toEqual(['Come in.', 'Be fair.']);
    for (const discard of screen.getAllByRole('button', { name: 'Discard changes' })) await user.click(discard);
    expect([about.value, terms.value]).toEqual(['', '']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Publish a new version' }));
    expect(countUnsent(buildOwnUser()._id).drafts).toBe(0);
  });

  it('report an invalid field, and keep the input when somebody else has saved first', async () => {
    const { user, requests } = show({ 'PUT /staff/settings': fail(409, 'Somebody else has changed the settings.') });
    const domains = await screen.findByRole('textbox', { name: 'Blocked email providers' });
    await user.type(domains, '{Enter}nonsense');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please enter a domain such as mail.example.')).toBeTruthy();
    expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
    await user.clear(domains);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Somebody else has changed the settings.')).toBeTruthy();
    const rules: HTMLTextAreaElement = screen.getByRole('textbox', { name: 'Rules' });
    expect(rules.value).toBe('Be kind.');
  });

  it('offer a question for applicants if the staff decide who may join', async () => {
    const { user, requests } = show({ 'PUT /staff/settings': ok({ ...settings, version: 5 }) });
    const mode = await screen.findByRole('combobox', { name: 'Who may join' });
    expect(screen.queryByRole('textbox', { name: /^Question/ })).toBeNull();
    await user.selectOptions(mode, 'approval');
    await user.type(screen.getByRole('textbox', { name: /^Question/ }), 'What do you make?');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      registration: 'approval',
      question: 'What do you make?',
    });
  });

  it('limit what members do in a day, and decide who may publish webinars', async () => {
    const { user, requests } = show({ 'PUT /staff/settings': ok({ ...settings, version: 5 }) });
    const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
    expect((await field('Comments a day')).value).toBe('40');
    expect(screen.getByText('At most 1,024: the server has no room for more.')).toBeTruthy();
    await user.clear(await field('Comments a day'));
    await user.type(await field('Posts a day'), 'ten');
    expect(screen.queryByRole('textbox', { name: 'Days as a member' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Who may publish webinars' }), 'established');
    await user.clear(await field('Days as a member'));
    await user.type(await field('Days as a member'), '14');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/whole number from 1 to 100,000/)).toBeTruthy();
    await user.clear(await field('Posts a day'));
    await user.type(await field('Posts a day'), '10');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      postsPerDay: 10,
      commentsPerDay: null,
      sellers: 'established',
      sellerDays: 14,
    });
  });

  it('offer a proof of work, and show when browsers could not compute it', async () => {
    const refused = { status: 422, errors: [{ field: 'proofOfWork', message: 'At an https address only.' }] };
    const { user, requests } = show({ 'PUT /staff/settings': fail(422, 'At an https address only.', refused) });
    const box = await screen.findByRole('checkbox', { name: 'Ask for a proof of work' });
    await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('At an https address only.')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({ proofOfWork: true });
  });

  it('offer the available languages', async () => {
    show();
    const language = await screen.findByRole('combobox', { name: 'Default language' });
    expect(
      within(language)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['English']);
  });

  it('that fail to load say so and can be loaded again', async () => {
    const { user } = show({ 'GET /staff/settings': fail(500, 'Something went wrong.') });
    expect(await screen.findByText('Something went wrong.')).toBeTruthy();
    serve({ 'GET /staff/settings': ok(settings), 'GET /staff/requests/count': ok({ count: 0 }) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toBeTruthy();
  });
});

describe('The look of the community', () => {
  it('rejects an unreadable colour with the failing pairs, and offers the nearest readable one', async () => {
    const { user, requests } = show({ 'PUT /staff/settings': ok({ ...settings, version: 5 }) });
    const colour = await screen.findByRole('textbox', { name: 'Accent colour' });
    await user.type(colour, '#ff0000');
    expect(
      await screen.findByText(/^Button text on buttons \(Light\): contrast is 4.1; it must be at least 4.5/),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^This colour is not readable everywhere/)).toBeTruthy();
    expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
    await user.click(screen.getByRole('button', { name: /^Use #/ }));
    expect(screen.queryByText(/^Button text/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
    const saved = requests.find(({ method }) => method === 'PUT')?.body;
    expect(saved).toMatchObject({ accent: (colour as HTMLInputElement).value });
  });

  it('has a logo that is saved at once and can be removed; a file that is too large is rejected', async () => {
    const logo = { url: '/api/uploads/users/a.jpg', width: 60, height: 30 };
    const { user, requests } = show({
      'POST /staff/logo': ok({ logo }),
      'DELETE /staff/logo': ok(null),
    });
    const chooser = await screen.findByLabelText('Logo', { selector: 'input' });
    await user.upload(chooser, new File([new Uint8Array(1024 * 1024 + 1)], 'big.png', { type: 'image/png' }));
    expect(await screen.findByText('This picture is larger than 1 MB.')).toBeTruthy();
    await user.upload(chooser, new File(['x'], 'logo.png', { type: 'image/png' }));
    expect(await screen.findByRole('img', { name: 'Current logo' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove the logo' }));
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Current logo' })).toBeNull());
    expect(requests.filter(({ path }) => path === '/staff/logo').map(({ method }) => method)).toEqual([
      'POST',
      'DELETE',
    ]);
  });
});

describe('The invitations', () => {
  it('can be created with a link to copy, are listed, and can be revoked', async () => {
    const other = { ...invitation(2, 1), madeBy: null };
    const isRevoked = (): boolean => requests.some(({ method }) => method === 'DELETE');
    const { user, requests } = show({
      'POST /staff/invitations': ok({ _id: idOf(1), code: 'abc', link: 'https://x.example/Register?invitation=abc' }),
      'GET /staff/invitations': () => Promise.resolve(ok(isRevoked() ? [other] : [invitation(1, 5), other])),
      [`DELETE /staff/invitations/${idOf(1)}`]: ok(null),
    });
    const uses = screen.getByRole('spinbutton', { name: 'Number of uses' });
    await user.clear(uses);
    await user.type(uses, '5');
    await user.click(screen.getByRole('button', { name: 'Create an invitation' }));
    expect(await screen.findByText('https://x.example/Register?invitation=abc')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ uses: 5 });
    const section = screen.getByRole('region', { name: 'Invitations' });
    const [row] = await within(section).findAllByRole('listitem');
    expect(row?.textContent).toContain('5 uses left, until 24 Dec');
    expect(row?.querySelector('time')?.dateTime).toBe('2026-11-22T20:00:00.000Z');
    const made = formatExact('2026-11-22T20:00:00.000Z');
    await user.click(
      within(row as HTMLElement).getByRole('button', {
        name: `Revoke the invitation created by Ana Cruz on ${made}, with 5 uses left, until 24 Dec`,
      }),
    );
    expect(isRevoked()).toBe(false);
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(within(section).getAllByRole('listitem')).toHaveLength(1));
    // The next row has the focus.
    const next = within(section).getByRole('button', { name: /^Revoke .* a member who has left on / });
    await waitFor(() => expect(document.activeElement).toBe(next));
  });

  it('are sent again as before, with the same key, until there is a response', async () => {
    const made = ok({ _id: idOf(1), code: 'abc', link: 'https://x.example/Register?invitation=abc' });
    let response: FakeResponse = 'unreachable';
    const { user, requests } = show({ 'POST /staff/invitations': () => response }, 'moderator');
    const create = async () => user.click(screen.getByRole('button', { name: 'Create an invitation' }));
    await create();
    await within(screen.getByRole('region', { name: 'Invitations' })).findByText(/cannot be reached/);
    response = made;
    await create();
    await screen.findByText(/invitation=abc/);
    await create();
    await waitFor(() => expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(3));
    const sent = requests.filter(({ method }) => method === 'POST');
    const [first, again, another] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/./);
    expect(again).toBe(first);
    expect(sent[1]?.body).toEqual(sent[0]?.body);
    expect(another).not.toBe(first);
  });

  it('are available to moderators, too, who do not see the settings', async () => {
    show({}, 'moderator');
    expect(await screen.findByText('There are no active invitations.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  });

  it('are hidden, like the settings, from members without a role', () => {
    const { requests } = show({}, null);
    expect(screen.getByText('This page is for the moderators of this community.')).toBeTruthy();
    expect(requests).toHaveLength(0);
  });
});
