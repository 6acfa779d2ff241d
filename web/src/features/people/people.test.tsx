import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setFollowing } from '#features/follow/follow-commands.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { i18n } from '#lib/text/translate.ts';
import { buildInvitation, buildOwnUser, buildSuggestion, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { PeopleYouMayKnow } from './components/people-you-may-know.tsx';
import { FindPage } from './pages/find-page.tsx';
import { FIND, found } from './testing/found.ts';

beforeEach(() => {
  toast.remove();
  writeSession('abc', buildOwnUser({ _id: idOf(999) }));
});

const FOLLOW = 'POST /follow/followUnfollowUser';
const RECOMMENDED = 'GET /recommendedToProfessionPeople';
const page = (numbers: number[], nextCursor: string | null = null) =>
  ok(
    numbers.map((number) => buildSuggestion(number)),
    { page: null, limit: 20, nextCursor },
  );
const own = { 'GET /getProfile': ok(buildOwnUser({ _id: idOf(999) })) };
const following: FakeResponse = {
  body: {
    status: 200,
    success: true,
    message: 'Now following Member1 Lind.',
    body: { following: true, follow_user_id: idOf(1), followersCount: 1 },
  },
};

function renderPanel() {
  return renderAt('/home', () => (
    <>
      <PeopleYouMayKnow />
      <Toaster />
    </>
  ));
}

function Toggled() {
  const [shown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        Toggle
      </button>
      {shown && <PeopleYouMayKnow />}
    </>
  );
}

describe('People you may know', () => {
  afterEach(() => vi.useRealTimers());

  it('shows at most five with profession and reason, and drops a followed member on reload', async () => {
    let recommended = page([1, 2, 3, 4, 5, 6]);
    const requests = serve({ ...own, [RECOMMENDED]: () => recommended, [FOLLOW]: following });
    const { user } = renderPanel();
    expect(await screen.findByRole('heading', { name: 'People you may know:' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /Member1.*Potter.*Same profession as you/ })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Follow / })).toHaveLength(5);
    recommended = page([2, 3, 4, 5, 6]);
    await user.click(screen.getByRole('button', { name: 'Follow Member1 Lind' }));
    expect(await screen.findByText('Now following Member1 Lind.')).toBeTruthy();
    // Until another member takes the place, the button shows the result, and a second click does nothing.
    await user.click(screen.getByRole('button', { name: 'Following Member1 Lind' }));
    expect(requests.filter(({ path }) => path === '/follow/followUnfollowUser')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('link', { name: /Member1/ })).toBeNull());
    expect(requests.find(({ path }) => path === '/follow/followUnfollowUser')?.body).toEqual({
      action: 'follow',
      follow_user_id: idOf(1),
    });
    expect(document.activeElement).not.toBe(document.body);
  });
  it('is reloaded only while it is shown, and at once when it is shown again', async () => {
    const requests = serve({ ...own, [RECOMMENDED]: page([1, 2]), [FOLLOW]: following });
    const loads = () => requests.filter(({ path }) => path === '/recommendedToProfessionPeople').length;
    const { store } = renderAt('/home', () => <Toggled />);
    await screen.findByRole('button', { name: 'Follow Member1 Lind' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await act(() => store.dispatch(setFollowing(idOf(1), true)));
    const toggle = () => fireEvent.click(screen.getByRole('button', { name: 'Toggle' }));
    toggle();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(loads()).toBe(1);
    toggle();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(loads()).toBe(2);
  });
  it('shows a failure to follow and allows another try', async () => {
    serve({ [RECOMMENDED]: page([1]), [FOLLOW]: fail(429, 'Slow down.') });
    const { user } = renderPanel();
    await user.click(await screen.findByRole('button', { name: 'Follow Member1 Lind' }));
    expect(await screen.findByText('Slow down.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Follow Member1 Lind' })).toBeTruthy();
  });
  it('dismisses a member for good, and shows them again if the server rejects it', async () => {
    const response = deferred<FakeResponse>();
    const requests = serve({ [RECOMMENDED]: page([1, 2]), 'POST /people/dismiss': () => response.promise });
    const { user } = renderPanel();
    await user.click(await screen.findByRole('button', { name: 'Do not suggest Member1 Lind again' }));
    expect(screen.queryByRole('link', { name: /Member1/ })).toBeNull();
    expect(requests.at(-1)?.body).toEqual({ userId: idOf(1) });
    response.resolve(fail(503, 'Busy.'));
    expect(await screen.findByRole('link', { name: /Member1/ })).toBeTruthy();
  });
  it('shows three colleagues and a link to all if there are no recommendations', async () => {
    const long = buildSuggestion(4, { firstName: 'Maximiliane-Sophie' });
    const colleagues = ok([long, ...[5, 6, 7].map((number) => buildSuggestion(number))], { nextCursor: null });
    serve({ [RECOMMENDED]: page([]), 'GET /findColleagues': colleagues });
    renderPanel();
    const link = await screen.findByRole('link', { name: /Maximiliane-Sop…/ });
    expect(link.getAttribute('href')).toBe(`/results/view-profile/${idOf(4)}`);
    expect(screen.getAllByRole('button', { name: /^Follow / })).toHaveLength(3);
    expect(screen.getByRole('link', { name: 'Find Colleagues' }).getAttribute('href')).toBe('/find');
  });
  it('shows nothing and logs the failure if loading fails', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    serve({ [RECOMMENDED]: fail(503, 'Busy.') });
    renderPanel();
    await waitFor(() => expect(info).toHaveBeenCalledWith('Suggestions (recommended): Busy.'));
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.queryByText('Busy.')).toBeNull();
  });
});

const empty = ok([], { nextCursor: null, total: 0 });
const aside = {
  'GET /connections/get-invitaions': empty,
  'GET /connections/getSentReq': empty,
  'GET /follow/getfollower': empty,
  'GET /follow/getfollowings': empty,
};

describe('The reason for a suggestion', () => {
  afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

  it('is in the language of the page, with the country’s localised name', async () => {
    const messages: Record<string, CompiledMessage> = {
      'people.reason.country': ['Auch in ', ['name']],
      'people.reason.skills': ['Kann auch ', ['name'], ' und ', ['n'], ' mehr'],
    };
    i18n.loadAndActivate({ locale: 'de', messages });
    const found = [
      buildSuggestion(1, { reasonParts: { kind: 'country', name: 'Germany', n: 0 } }),
      buildSuggestion(2, { reasonParts: { kind: 'skills', name: 'Pottery', n: 2 } }),
      buildSuggestion(3, { reason: '', reasonParts: null }),
    ];
    serve({ ...aside, 'GET /findColleagues': ok(found, { nextCursor: null }) });
    renderAt('/find', () => <FindPage side={null} />);
    const shown = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(shown[0]).toContain('Auch in Deutschland');
    expect(shown[1]).toContain('Kann auch Pottery und 2 mehr');
    expect(shown[2]).not.toContain('profession');
  });
});

describe('The filters of /find', () => {
  it('are kept in the URL, requested once per pause, and cleared at once', async () => {
    const requests = serve({ ...aside, 'GET /findColleagues': page([1]), [FIND]: found([2]) });
    const { user, place } = renderAt('/find', () => <FindPage side={null} />);
    await user.type(screen.getByRole('searchbox', { name: 'Profession' }), 'potter');
    expect(await screen.findByRole('heading', { name: 'Member2 Lind' })).toBeTruthy();
    expect(place()).toBe('/find?trade=potter');
    expect(screen.queryByRole('heading', { name: 'Member1 Lind' })).toBeNull();
    expect(screen.getByText('1 person found')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Country'), 'Germany');
    await waitFor(() => expect(place()).toBe('/find?trade=potter&country=Germany'));
    await screen.findByText('That’s everyone who matches.');
    const calls = requests.filter(({ path }) => path === '/people/find').map(({ search }) => search.get('country'));
    expect(calls).toEqual([null, 'Germany']);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('heading', { name: 'Member1 Lind' })).toBeTruthy();
    expect(place()).toBe('/find');
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Profession' }).value).toBe('');
  });
  it('are read from the URL, and an empty result offers to show everyone', async () => {
    serve({ ...aside, 'GET /findColleagues': page([1]), [FIND]: found([]) });
    const { user } = renderAt('/find?name=zz&skill=glass', () => <FindPage side={null} />);
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search by name' }).value).toBe('zz');
    expect(await screen.findByText('No one matches')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show everyone' }));
    expect(await screen.findByRole('heading', { name: 'Member1 Lind' })).toBeTruthy();
  });
  it('show the error for an unknown country', async () => {
    serve({ ...aside, [FIND]: fail(422, 'Please choose a country from the list.') });
    renderAt('/find?country=Atlantis', () => <FindPage side={null} />);
    expect(await screen.findByText('Please choose a country from the list.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy();
  });
});

describe('The page /find', () => {
  it('shows faces of people in common instead of their number', async () => {
    const people = [1, 2, 3].map((number) => ({
      _id: idOf(number),
      firstName: `P${number}`,
      lastName: 'X',
      image: null,
    }));
    const common = buildSuggestion(7, {
      inCommon: { count: 4, people },
      reasonParts: { kind: 'follows', name: null, n: 4 },
    });
    const one = buildSuggestion(8, { inCommon: { count: 1, people: people.slice(0, 1) } });
    serve({ ...aside, 'GET /findColleagues': ok([common, one], { nextCursor: null }) });
    renderAt('/find', () => <FindPage side={null} />);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('Followed by P1 and 3 others you follow');
    expect(first?.textContent).not.toContain('4 people you follow');
    expect(second?.textContent).toContain('Followed by P1');
    expect(second?.textContent).toContain('Same profession as you');
  });

  it('shows a spinner 96 wide, then names, usernames, reasons, Follow and Visit page', async () => {
    const response = deferred<FakeResponse>();
    serve({ ...aside, 'GET /findColleagues': () => response.promise });
    renderAt('/find', () => <FindPage side={null} />);
    const spinner = screen.getByText('Looking for colleagues').parentElement?.querySelector('svg');
    expect(spinner?.getAttribute('width')).toBe('96');
    response.resolve(ok([buildSuggestion(1), buildSuggestion(2, { firstName: '' })], { nextCursor: null }));
    expect(await screen.findByRole('heading', { name: 'Member1 Lind' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'member2' })).toBeTruthy();
    expect(screen.getAllByText('Same profession as you')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Follow Member1 Lind' }).textContent).toBe('Follow');
    expect(screen.getByRole('button', { name: 'Connect with Member1 Lind' })).toBeTruthy();
    const visit = screen.getByRole('link', { name: 'Visit page of Member1 Lind' });
    expect([visit.textContent, visit.getAttribute('href')]).toEqual(['Visit page', `/results/view-profile/${idOf(1)}`]);
  });
  it('offers to connect if nothing is pending, and shows pending invitations', async () => {
    serve({
      ...aside,
      'GET /connections/getSentReq': ok([buildInvitation(1)], { nextCursor: null, total: 1 }),
      'GET /findColleagues': page([1, 2]),
    });
    renderAt('/find', () => <FindPage side={null} />);
    expect(await screen.findByRole('button', { name: 'Pending: invitation to Member1 Lind' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Connect with Member2 Lind' })).toBeTruthy();
    expect(screen.getByText('That’s everyone we can suggest for now.')).toBeTruthy();
  });
  it('has a text for an empty list', async () => {
    serve({ ...aside, 'GET /findColleagues': page([]) });
    renderAt('/find', () => <FindPage side={null} />);
    expect(await screen.findByText('No colleagues found')).toBeTruthy();
  });
  it('shows the error and can load again', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    let response = fail(503, 'Busy.');
    serve({ ...aside, 'GET /findColleagues': () => response });
    const { user } = renderAt('/find', () => <FindPage side={null} />);
    await screen.findByText('Busy.');
    response = page([1]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Member1 Lind' })).toBeTruthy();
  });
});
