import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FivePeople } from '#features/people/components/five-people.tsx';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { FirstEveningPage } from './pages/first-evening-page.tsx';

const me = buildOwnUser({ firstName: 'Mara', image: null, intro_details: null });
beforeEach(() => writeSession('abc', me));

const page = (rows: unknown[]) => ok(rows, { page: 1, limit: 20, nextCursor: null });
const suggested = (number: number) => ({
  _id: idOf(number),
  firstName: `Member${number}`,
  lastName: 'Lind',
  username: `m${number}`,
  image: null,
  profession: 'Potter',
  intro_details: null,
  follower: [],
  follow_notification: 'On',
  reason: 'Same profession as you',
  reasonParts: { kind: 'profession', name: null, n: 0 },
});
const tag = (number: number, title: string) => ({ _id: idOf(number), title, postsCount: 5 });
const around = {
  'GET /getProfile': ok(me),
  'GET /hashtag/getAllHashtags': page([tag(1, 'ceramics'), tag(2, 'ink'), tag(3, 'bread'), tag(4, 'wool')]),
  'GET /recommendedToProfessionPeople': page([suggested(11), suggested(12)]),
  'GET /findColleagues': page([12, 13, 14, 15, 16].map(suggested)),
};
const renderPage = (step = '') => renderAt(`/first-evening${step}`, () => <FirstEveningPage />);
const press = async ({ user }: ReturnType<typeof renderPage>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

describe('The first evening', () => {
  it('can be skipped step by step, up to the feed', async () => {
    serve(around);
    const app = renderPage();
    await screen.findByRole('heading', { name: 'Welcome, Mara. Add a picture' });
    await press(app, 'Skip');
    await screen.findByRole('heading', { name: 'Say what you do' });
    expect(document.activeElement?.id).toBe('main');
    await press(app, 'Skip');
    await screen.findByRole('heading', { name: 'Pick three hashtags' });
    await press(app, 'Skip');
    await screen.findByRole('heading', { name: 'Follow a few people' });
    await press(app, 'Go to the feed');
    expect(app.place()).toBe('/home');
    expect(screen.getByLabelText('Place').dataset['state']).toBe(JSON.stringify({ welcome: true }));
  });

  it('asks for the picture at once, and then cuts it to size', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
    serve(around);
    const { user } = renderPage();
    const input = await screen.findByLabelText('Choose a picture', { selector: 'input' });
    await user.upload(input, new File(['x'], 'me.png', { type: 'image/png' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Profile Image' }));
    expect(await dialog.findByRole('button', { name: 'Choose another picture' })).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it('has hashtags in a card that is no higher than they are, if they are few', async () => {
    serve(around);
    const app = renderPage();
    await press(app, 'Skip');
    await press(app, 'Skip');
    const few = await screen.findByRole('group', { name: 'Hashtags' });
    expect(few.className).toMatch(/short/);
    app.unmount();
    // Opened directly, the card has reserved the space before the hashtags are there, and keeps it.
    renderPage('?step=tags');
    await screen.findByRole('button', { name: '#ceramics' });
    expect(screen.getByRole('group', { name: 'Hashtags' }).className).not.toMatch(/short/);
  });

  it('links back to the page that led to joining, in every step', async () => {
    serve(around);
    const app = renderAt({ pathname: '/first-evening', state: { from: '/p/1' } }, () => <FirstEveningPage />);
    for (const name of [/Add a picture/, 'Say what you do', 'Pick three hashtags']) {
      await screen.findByRole('heading', { name });
      await press(app, 'Skip');
    }
    await screen.findByRole('heading', { name: 'Follow a few people' });
    await app.user.click(screen.getByRole('link', { name: 'Back to where you came from' }));
    expect(app.place()).toBe('/p/1');
  });

  it('saves the introduction, and then continues', async () => {
    const requests = serve({ ...around, 'PUT /updateProfile': ok({ ...me, intro_details: 'Mugs at night.' }) });
    const app = renderPage('?step=intro');
    await app.user.type(await screen.findByLabelText(/What do you make/), 'Mugs at night.');
    await press(app, 'Save');
    await screen.findByRole('heading', { name: 'Pick three hashtags' });
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({ intro_details: 'Mugs at night.' });
  });

  it('accepts three hashtags at most, which filter the feed', async () => {
    serve(around);
    const app = renderPage('?step=tags');
    for (const title of ['#ceramics', '#ink', '#bread', '#wool']) await press(app, title);
    expect(screen.getAllByRole('button', { pressed: true }).map((chip) => chip.textContent)).toEqual([
      '#ceramics',
      '#ink',
      '#bread',
    ]);
    await press(app, 'Continue');
    await press(app, 'Go to the feed');
    expect(app.place()).toBe('/home?hashtag=ceramics%2Cink%2Cbread');
  });
});

describe('The list of five people', () => {
  it('shows recommended people, then others, each once, and keeps them after they are followed', async () => {
    serve({ ...around, 'POST /follow/followUnfollowUser': ok({ following: true }) });
    const { user } = renderAt('/mynetwork', () => <FivePeople />);
    await screen.findByText('Member11 Lind');
    const names = () => screen.getAllByRole('link').map((link) => link.textContent?.split(' ')[0]);
    expect(names()).toEqual(['MMember11', 'MMember12', 'MMember13', 'MMember14', 'MMember15']);
    await user.click(screen.getByRole('button', { name: 'Follow Member11 Lind' }));
    await waitFor(() => expect(screen.getByRole('button', { name: /^Following Member11 Lind/ })).toBeTruthy());
    expect(names()).toHaveLength(5);
  });

  it('is replaced by a sentence if there is nobody to follow', async () => {
    serve({ ...around, 'GET /recommendedToProfessionPeople': page([]), 'GET /findColleagues': page([]) });
    renderAt('/mynetwork', () => <FivePeople none={<p>Nobody yet</p>} />);
    expect(await screen.findByText('Nobody yet')).toBeTruthy();
  });
});
