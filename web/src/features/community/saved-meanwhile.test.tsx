import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { countUnsent } from '#lib/forms/unsent-work.ts';
import { buildOwnUser } from '#testing/build.ts';
import { settings, showCommunity as show } from '#testing/community-page.tsx';
import { deferred, type FakeResponse, fail, ok } from '#testing/fake-server.ts';

beforeEach(() => localStorage.clear());

const later = { ...settings, about: 'Hello.', rules: 'Be fair.', version: 5, logo: null, mostStorageMb: 1024 };
const valueOf = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name }).value;
const meanwhile = /^Somebody else has saved in the meantime/;

/** Writes an announcement. The response to saving it is resolved by the test. */
async function writeTonight() {
  const response = deferred<FakeResponse>();
  const server: { stored: object; failure?: FakeResponse } = { stored: { ...later, ...settings } };
  const { user } = show({
    'GET /staff/settings': () => Promise.resolve(server.failure ?? ok(server.stored)),
    'PUT /staff/settings': () => response.promise,
  });
  const announcement = await screen.findByRole('textbox', { name: 'Announcement' });
  await user.type(announcement, 'Tonight');
  return { user, announcement, server, response };
}

describe('The settings of the community', () => {
  it('keep what was written for an earlier version, on top of what somebody else has saved, and say so', async () => {
    const first = show();
    await first.user.type(await screen.findByRole('textbox', { name: 'Welcome text' }), 'Come in.');
    await first.user.type(screen.getByRole('textbox', { name: 'Announcement' }), 'Tonight!');
    first.unmount();
    const { user, requests } = show({ 'GET /staff/settings': ok(later), 'PUT /staff/settings': ok(later) });
    await screen.findByText(meanwhile);
    const texts = ['Welcome text', 'Announcement', 'Rules'];
    expect(texts.map(valueOf)).toEqual(['Come in.', 'Tonight!', 'Be fair.']);
    expect(screen.getAllByText(/^Somebody else has changed this, too/)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(countUnsent(buildOwnUser()._id).drafts).toBe(0));
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({ version: 5, rules: 'Be fair.' });
  });

  it('of the newer version are shown when what was written for an earlier one is discarded', async () => {
    const first = show();
    await first.user.type(await screen.findByRole('textbox', { name: 'Welcome text' }), 'Come in.');
    first.unmount();
    const { user } = show({ 'GET /staff/settings': ok(later) });
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(valueOf('Welcome text')).toBe('Hello.');
    expect(screen.queryByText(/^Somebody else/)).toBeNull();
  });

  it('are loaded again if somebody else has saved first, with what is written here on top of them', async () => {
    let stored: object = { ...later, ...settings };
    const { user, requests } = show({
      'GET /staff/settings': () => Promise.resolve(ok(stored)),
      'PUT /staff/settings': ({ body }) => {
        const sent = body as typeof later;
        if (sent.version !== 5) return Promise.resolve(fail(409, 'Changed.'));
        stored = { ...later, ...sent, version: 6 };
        return Promise.resolve(ok(stored));
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Announcement' }), 'Tonight!');
    stored = later;
    // The owner's own other window, which has saved, has forgotten the draft of both.
    localStorage.clear();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const note = await screen.findByText(meanwhile);
    await waitFor(() => expect(document.activeElement?.contains(note)).toBe(true));
    expect(['Welcome text', 'Announcement', 'Rules'].map(valueOf)).toEqual(['Hello.', 'Tonight!', 'Be fair.']);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText(meanwhile)).toBeNull());
    const sent = requests.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
    expect(sent).toMatchObject([{ version: 4 }, { version: 5, rules: 'Be fair.', announcement: 'Tonight!' }]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' })));
  });

  it('also keep what is written while they are sent', async () => {
    const { user, announcement, server, response } = await writeTonight();
    server.stored = later;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.type(announcement, ' at eight!');
    response.resolve(fail(409, 'Changed.'));
    await screen.findByText(meanwhile);
    expect(valueOf('Announcement')).toBe('Tonight at eight!');
  });

  it('also keep what is written while they are saved', async () => {
    const { user, announcement, server, response } = await writeTonight();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.type(announcement, ' at eight');
    server.stored = { ...server.stored, announcement: 'Tonight', version: 5 };
    response.resolve(ok(server.stored));
    await waitFor(() => expect(announcement.isConnected).toBe(false));
    await waitFor(() => expect(valueOf('Announcement')).toBe('Tonight at eight'));
    expect(screen.queryByText(meanwhile)).toBeNull();
    await user.keyboard('!');
    expect(valueOf('Announcement')).toBe('Tonight at eight!');
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(valueOf('Announcement')).toBe('Tonight');
  });

  it('are the saved ones if changes are discarded before the page has loaded what was saved', async () => {
    const reloaded = deferred<FakeResponse>();
    const responses: (FakeResponse | Promise<FakeResponse>)[] = [ok({ ...later, ...settings }), reloaded.promise];
    const saved = { ...later, ...settings, announcement: 'Tonight', version: 5 };
    const { user } = show({
      'GET /staff/settings': () => Promise.resolve(responses.shift() ?? 'unreachable'),
      'PUT /staff/settings': ok(saved),
    });
    const announcement = await screen.findByRole('textbox', { name: 'Announcement' });
    await user.type(announcement, 'Tonight');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(countUnsent(buildOwnUser()._id).drafts).toBe(0));
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(valueOf('Announcement')).toBe('Tonight');
    reloaded.resolve(ok(saved));
    await waitFor(() => expect(announcement.isConnected).toBe(false));
    expect(valueOf('Announcement')).toBe('Tonight');
    expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
  });

  it('stay in the form, with what is written since, if the saved ones cannot be loaded', async () => {
    const responses: FakeResponse[] = [ok({ ...later, ...settings }), fail(503, 'Busy.'), fail(503, 'Still busy.')];
    const saved = { ...later, ...settings, announcement: 'Tonight', version: 5 };
    const { user } = show({
      'GET /staff/settings': () => responses.shift() ?? ok(saved),
      'PUT /staff/settings': ok(saved),
    });
    const announcement = await screen.findByRole('textbox', { name: 'Announcement' });
    await user.type(announcement, 'Tonight');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const error = await screen.findByText('Busy.');
    // The button that was pressed is at the end of the form.
    expect(document.activeElement?.contains(error)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    await user.type(announcement, ' at eight');
    expect(valueOf('Announcement')).toBe('Tonight at eight');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Still busy.');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Try again'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(announcement.isConnected).toBe(false));
    expect(valueOf('Announcement')).toBe('Tonight at eight');
    expect(screen.queryByText('Still busy.')).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
  });

  it('keep the focus in the field in which somebody is writing if they cannot be loaded again', async () => {
    const { user, announcement, server, response } = await writeTonight();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.type(announcement, ' at eight');
    server.failure = fail(503, 'Busy.');
    response.resolve(ok({ ...server.stored, announcement: 'Tonight', version: 5 }));
    await screen.findByText('Busy.');
    expect(document.activeElement).toBe(announcement);
  });

  it('are saved again on top of the saved version before the page has loaded it', async () => {
    const reloaded = deferred<FakeResponse>();
    const responses: (FakeResponse | Promise<FakeResponse>)[] = [ok({ ...later, ...settings }), reloaded.promise];
    const { user, requests } = show({
      'GET /staff/settings': () => Promise.resolve(responses.shift() ?? 'unreachable'),
      'PUT /staff/settings': ({ body }) => {
        const sent = body as typeof later;
        return Promise.resolve(ok({ ...sent, version: sent.version + 1 }));
      },
    });
    const announcement = await screen.findByRole('textbox', { name: 'Announcement' });
    await user.type(announcement, 'Tonight');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(countUnsent(buildOwnUser()._id).drafts).toBe(0));
    await user.clear(announcement);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const versions = () => requests.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
    await waitFor(() => expect(versions()).toMatchObject([{ version: 4 }, { version: 5, announcement: null }]));
  });

  it('stay stored when another window saves its own changes', async () => {
    const { user } = show();
    await user.type(await screen.findByRole('textbox', { name: 'Announcement' }), 'Tonight!');
    localStorage.removeItem(`draft:settings:${buildOwnUser()._id}`);
    dispatchEvent(new StorageEvent('storage', { key: `draft:settings:${buildOwnUser()._id}`, newValue: null }));
    expect(countUnsent(buildOwnUser()._id).drafts).toBe(1);
  });

  it('are stored beside those of another window in other fields, without what was taken back there', async () => {
    const here = show();
    await here.user.type(await screen.findByRole('textbox', { name: 'Announcement' }), 'Tonight!');
    const there = show();
    const inThere = within(there.container);
    await there.user.type(await inThere.findByRole('textbox', { name: 'Welcome text' }), 'Come in.');
    await there.user.type(inThere.getByRole('textbox', { name: 'Rules' }), 'Be fair.');
    await there.user.clear(inThere.getByRole('textbox', { name: 'Rules' }));
    await here.user.type(within(here.container).getByRole('textbox', { name: 'Announcement' }), ' At nine.');
    here.unmount();
    there.unmount();
    show();
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Welcome text' })).value).toBe('Come in.');
    expect(['Announcement', 'Rules'].map(valueOf)).toEqual(['Tonight! At nine.', '']);
  });

  it('of another window that was closed stay when this one saves', async () => {
    const stored = { ...later, ...settings };
    const saved = { ...stored, announcement: 'Tonight', version: 5 };
    let now: object = stored;
    const responses = {
      'GET /staff/settings': () => Promise.resolve(ok(now)),
      'PUT /staff/settings': () => {
        now = saved;
        return Promise.resolve(ok(saved));
      },
    };
    const here = show(responses);
    await here.user.type(await screen.findByRole('textbox', { name: 'Announcement' }), 'Tonight');
    const there = show(responses);
    await there.user.type(await within(there.container).findByRole('textbox', { name: 'Rules' }), ' Be fair.');
    there.unmount();
    await here.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(valueOf('Rules')).toBe('Be kind. Be fair.'));
    expect(valueOf('Announcement')).toBe('Tonight');
    expect(countUnsent(buildOwnUser()._id).drafts).toBe(1);
  });

  it('are forgotten when the member signs out in another window', async () => {
    const { user } = show();
    await user.type(await screen.findByRole('textbox', { name: 'Announcement' }), 'Tonight!');
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage', { key: `draft:settings:${buildOwnUser()._id}`, newValue: null }));
    expect(countUnsent(buildOwnUser()._id).drafts).toBe(0);
  });
});

it('The terms are loaded again if somebody else has published first, with what is written here on top', async () => {
  const published = (version: number, terms: string | null, privacy: string | null) =>
    ok({ version, publishedAt: '2026-03-01T20:00:00.000Z', terms, privacy });
  let stored = published(1, 'Be kind.', null);
  const { user, requests } = show({
    'GET /community/terms': () => Promise.resolve(stored),
    'POST /staff/terms': (sent) =>
      Promise.resolve(
        (sent.body as { version: number }).version === 2 ? published(3, 'Be fair.', 'We look.') : fail(409, 'Changed.'),
      ),
  });
  const terms = await screen.findByRole('textbox', { name: 'Terms and conditions' });
  await user.clear(terms);
  await user.type(terms, 'Be fair.');
  localStorage.clear();
  stored = published(2, 'Be kind.', 'We look.');
  await user.click(screen.getByRole('button', { name: 'Publish a new version' }));
  const note = await screen.findByText(meanwhile);
  await waitFor(() => expect(document.activeElement?.contains(note)).toBe(true));
  expect(['Terms and conditions', 'Privacy policy'].map(valueOf)).toEqual(['Be fair.', 'We look.']);
  await user.click(screen.getByRole('button', { name: 'Publish a new version' }));
  expect(await screen.findByText(/^Version 3 has been in force since/)).toBeTruthy();
  const sent = requests.flatMap(({ path, body }) => (path === '/staff/terms' ? [body] : []));
  expect(sent).toMatchObject([{ version: 1 }, { version: 2, terms: 'Be fair.', privacy: 'We look.' }]);
});
