import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { SearchBox } from '#ui/shell/search-box.tsx';
import { useSearchSuggestions } from './use-search-suggestions.tsx';

beforeEach(() => writeSession('abc', buildOwnUser()));

const page = (rows: unknown[]) => ok(rows, { page: 1, limit: 5, nextCursor: null });
const person = (number: number, firstName: string) => ({
  _id: idOf(number),
  firstName,
  lastName: 'Lima',
  username: `m${number}`,
  image: null,
  profession: 'Potter',
  intro_details: null,
  follower: [],
  country: null,
  connectionStatus: 'none',
  connectionRequestId: null,
  skills: [],
});

function Box({ signedIn = true }: { signedIn?: boolean }) {
  const suggesting = useSearchSuggestions(signedIn);
  return <SearchBox onSearch={() => undefined} recent={['paper']} {...suggesting} />;
}

const renderBox = (signedIn = true) => renderAt('/home', () => <Box signedIn={signedIn} />);
const type = async ({ user }: ReturnType<typeof renderBox>, text: string) =>
  user.type(screen.getByRole('combobox', { name: 'Find' }), text);

it('Typing suggests people and hashtags, not recent terms; arrows move through them, and Enter opens one', async () => {
  const requests = serve({
    'POST /searchPeople': page([person(1, 'Ana'), person(2, 'Andrés')]),
    'GET /hashtag/getAllHashtags': page([{ _id: idOf(9), title: 'animation', postsCount: 1 }]),
  });
  const app = renderBox();
  await type(app, 'an');
  expect((await screen.findByRole('option', { name: /Ana Lima/ })).getAttribute('href')).toBe(
    `/results/view-profile/${idOf(1)}`,
  );
  expect(screen.getByRole('option', { name: /#animation 1 post/ }).getAttribute('href')).toBe(
    '/home?hashtag=animation',
  );
  expect(screen.queryByText('Recent')).toBeNull();
  expect(screen.getByText('3 suggestions')).toBeTruthy();
  await app.user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Andrés');
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
  // One call for the word, not one for each letter.
  expect(requests.filter(({ path }) => path === '/searchPeople')).toHaveLength(1);
  await app.user.keyboard('{Enter}');
  expect(app.place()).toBe(`/results/view-profile/${idOf(2)}`);
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('Guests get only people as suggestions, and a leading # only hashtags', async () => {
  const requests = serve({
    'POST /searchPeople': page([person(1, 'Ana')]),
    'GET /hashtag/getAllHashtags': page([{ _id: idOf(9), title: 'ink', postsCount: 3 }]),
  });
  const guest = renderBox(false);
  await type(guest, 'a');
  await screen.findByRole('option', { name: /Ana Lima/ });
  // On a slow machine, each letter is a request of its own.
  expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/searchPeople']));
  guest.unmount();
  requests.length = 0;
  await type(renderBox(), '#i');
  await screen.findByRole('option', { name: /#ink 3 posts/ });
  expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/hashtag/getAllHashtags']));
});

it('Suggestions for deleted letters are not shown, and a failure leaves the recent terms', async () => {
  const late = deferred<FakeResponse>();
  serve({
    'POST /searchPeople': ({ body }: { body: unknown }) =>
      (body as { searchQuery: string }).searchQuery === 'an' ? late.promise : 'unreachable',
    'GET /hashtag/getAllHashtags': 'unreachable',
  });
  const app = renderBox();
  await type(app, 'an');
  await app.user.clear(screen.getByRole('combobox', { name: 'Find' }));
  late.resolve(page([person(1, 'Ana')]));
  await waitFor(() => expect(screen.getByText('Recent')).toBeTruthy());
  await type(app, 'zz');
  expect(screen.queryByRole('option', { name: /Lima/ })).toBeNull();
  expect(screen.getByText('Recent')).toBeTruthy();
});

it('A text longer than the server accepts is truncated before it is searched for', async () => {
  const requests = serve({ 'POST /searchPeople': page([]), 'GET /hashtag/getAllHashtags': page([]) });
  renderBox();
  const long = 'a'.repeat(5_000);
  fireEvent.change(screen.getByRole('combobox', { name: 'Find' }), { target: { value: long } });
  await waitFor(() => expect(requests).toHaveLength(2));
  const body = requests.find(({ method }) => method === 'POST')?.body;
  expect(body).toEqual({ searchQuery: 'a'.repeat(200) });
});
