import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it } from 'vitest';
import { notifyGone } from '#entities/people/gone-members.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildExperience, buildGoal, buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { ProfilePage } from './pages/profile-page.tsx';

const me = buildOwnUser();
const noPosts = ok([], { page: null, limit: 10, nextCursor: null });
const calls = {
  'GET /getProfile': ok(me),
  [`GET /users/${me._id}/showcase`]: ok({ links: [], pictures: [] }),
  'GET /bio/getByUser': ok({ bio: '' }),
  'GET /goal/getUserGoals': ok([]),
  'GET /skill/getUserSkills': ok([]),
  'GET /education/getUserEducations': ok([]),
  'GET /experience/getUserExperiences': ok([]),
  'GET /post/getByUserPost': noPosts,
  'GET /post/getAllPost': noPosts,
  'GET /post/toprated': noPosts,
  'GET /post/popular': ok([]),
  'GET /recommendedToProfessionPeople': noPosts,
  'GET /findColleagues': noPosts,
  'GET /hashtag/getAllHashtags': ok([], { page: null, limit: 20, nextCursor: null, total: 0 }),
};

beforeEach(() => {
  toast.remove();
  writeSession('abc', me);
});

const page = () => (
  <>
    <ProfilePage />
    <Toaster />
  </>
);
const part = (name: string) => screen.findByRole('region', { name });

describe('The viewer’s own profile', () => {
  it('counts again, once, after accounts were deleted', async () => {
    const requests = serve({ ...calls, 'GET /getProfile': ok({ ...me, followersCount: 2 }) });
    writeSession('abc', { ...me, followersCount: 4 });
    renderAt('/Profile', page);
    const stats = await part('Profile Stats');
    expect(within(stats).getByText('4')).toBeTruthy();
    const before = requests.filter(({ path }) => path === '/getProfile').length;
    act(() => [6, 7].forEach((number) => notifyGone(idOf(number))));
    expect(await within(stats).findByText('2')).toBeTruthy();
    expect(requests.filter(({ path }) => path === '/getProfile')).toHaveLength(before + 1);
  });

  it('shows the name, connections and counts, each with a link to the people', async () => {
    serve(calls);
    writeSession('abc', { ...me, connectionsCount: 1, followersCount: 1_234, followingsCount: 7 });
    renderAt('/Profile', page);
    expect(screen.getByRole('heading', { level: 1, name: 'Ana Reyes' })).toBeTruthy();
    expect(screen.getByText('Founder')).toBeTruthy();
    expect(screen.getByRole('link', { name: '1 connection' }).getAttribute('href')).toBe('/connections');
    const stats = await part('Profile Stats');
    expect(within(stats).getByRole('link', { name: 'Followers' }).getAttribute('href')).toBe(
      '/connections?tab=followers',
    );
    expect(within(stats).getByRole('link', { name: 'Following' }).getAttribute('href')).toBe(
      '/connections?tab=following',
    );
    expect([within(stats).getByText('1,234'), within(stats).getByText('7')]).toHaveLength(2);
    await part('Bio');
  });

  it('shows the label that staff attached, with a link to the reasons, and hides no pictures', async () => {
    const labelled = { ...me, label: 'sensitive' as const, cover_image: 'cover.jpg' };
    serve({ ...calls, 'GET /getProfile': ok(labelled) });
    writeSession('abc', labelled);
    const { user, container } = renderAt('/Profile', page);
    await user.click(screen.getByRole('button', { name: 'Sensitive content' }));
    const about = within(screen.getByRole('dialog', { name: 'About this label' }));
    expect(about.getByRole('link', { name: 'Why, and how to appeal' }).getAttribute('href')).toBe(
      '/Settings?tab=privacy#decisions',
    );
    expect(container.querySelector('img[src*="cover"]')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show the pictures' })).toBeNull();
    await part('Bio');
  });

  it('shows the plain colour in place of a cover that fails to load', async () => {
    const covered = { ...me, cover_image: 'cover.jpg' };
    serve({ ...calls, 'GET /getProfile': ok(covered) });
    writeSession('abc', covered);
    const { container } = renderAt('/Profile', page);
    const cover = container.querySelector('img[src*="cover"]');
    if (!cover) throw new Error('no cover');
    fireEvent.error(cover);
    expect(container.querySelector('img[src*="cover"]')).toBeNull();
    await part('Bio');
  });

  it('offers one action in each empty section', async () => {
    serve(calls);
    const { user } = renderAt('/Profile', page);
    for (const [name, action, dialog] of [
      ['Bio', 'Add a bio', 'Update Bio'],
      ['Goals', 'Add a goal', 'Add Goal'],
      ['Skills and Hobbies', 'Add a skill', 'Add new skill'],
      ['Experience', 'Add experience', 'Add Experience'],
      ['Education', 'Add education', 'Add Education'],
    ] as const) {
      await user.click(within(await part(name)).getByRole('button', { name: action }));
      expect(await screen.findByRole('dialog', { name: dialog })).toBeTruthy();
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog', { name: dialog })).toBeNull());
    }
  });

  it('shows three of many entries, then all, then three again', async () => {
    serve({ ...calls, 'GET /goal/getUserGoals': ok([1, 2, 3, 4, 5].map((number) => buildGoal(number))) });
    const { user } = renderAt('/Profile', page);
    const goals = await part('Goals');
    expect(within(goals).getAllByRole('listitem')).toHaveLength(3);
    await user.click(within(goals).getByRole('button', { name: 'See more: Goals' }));
    expect(within(goals).getAllByRole('listitem')).toHaveLength(5);
    const less = within(goals).getByRole('button', { name: 'Less more: Goals' });
    expect([less.textContent, less.getAttribute('aria-expanded')]).toEqual(['Less more', 'true']);
    const fourth = within(goals).getAllByRole('listitem')[3];
    await waitFor(() => expect(fourth?.contains(document.activeElement)).toBe(true));
    await user.click(less);
    expect(within(goals).getAllByRole('listitem')).toHaveLength(3);
  });

  it('has no See more for three entries', async () => {
    serve({ ...calls, 'GET /goal/getUserGoals': ok([1, 2, 3].map((number) => buildGoal(number))) });
    renderAt('/Profile', page);
    expect(within(await part('Goals')).getAllByRole('listitem')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /See more/ })).toBeNull();
  });

  it('names goals Long Term and Short Term, and truncates a bio at 120 characters', async () => {
    serve({
      ...calls,
      'GET /bio/getByUser': ok({ bio: 'b'.repeat(140) }),
      'GET /goal/getUserGoals': ok([buildGoal(1), buildGoal(2, { type: 'short' })]),
    });
    const { user } = renderAt('/Profile', page);
    const goals = await part('Goals');
    expect([within(goals).getByText('Long Term'), within(goals).getByText('Short Term')]).toHaveLength(2);
    const bio = await part('Bio');
    expect(within(bio).getByText(`${'b'.repeat(120)}…`, { exact: false })).toBeTruthy();
    await user.click(within(bio).getByRole('button', { name: 'See more' }));
    expect(within(bio).getByText('b'.repeat(140), { exact: false })).toBeTruthy();
  });

  it('shows Persent instead of the end of a current experience', async () => {
    const experiences = [buildExperience(1, { currently_working: true, endDate: null }), buildExperience(2)];
    serve({ ...calls, 'GET /experience/getUserExperiences': ok(experiences) });
    renderAt('/Profile', page);
    const experience = await part('Experience');
    expect(within(experience).getByText('Feb 2020 – Persent')).toBeTruthy();
    expect(within(experience).getByText('Feb 2020 – Mar 2021')).toBeTruthy();
  });

  it('lists missing parts with links, and no list if nothing is missing', async () => {
    const whole = { ...me, image: 'a.jpg', cover_image: 'b.jpg', intro_details: 'Potter by night' };
    writeSession('abc', whole);
    serve({
      ...calls,
      'GET /bio/getByUser': ok({ bio: 'I throw pots.' }),
      'GET /goal/getUserGoals': ok([buildGoal(1)]),
      'GET /experience/getUserExperiences': ok([buildExperience(1)]),
      'GET /education/getUserEducations': ok([
        { ...buildExperience(2), school: 'Ar.Co', grade: null, field_of_study: null, activities_and_societies: null },
      ]),
      'POST /skill/create': ok({ _id: idOf(600), title: 'Glazing' }),
    });
    const { user } = renderAt('/Profile', page);
    const hint = await part('Complete your profile');
    expect(within(hint).getByText('8 of 9')).toBeTruthy();
    expect(within(hint).getAllByRole('button')).toHaveLength(1);
    await user.click(within(hint).getByRole('button', { name: 'Add a skill' }));
    await user.type(await screen.findByLabelText(/Skill or hobby/), 'Glazing');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await within(await part('Skills and Hobbies')).findByText('Glazing')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Complete your profile' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Skills and Hobbies'));
  });

  it('shows a skeleton while it loads, then an error, and can load again', async () => {
    const response = deferred<FakeResponse>();
    let goals: FakeResponse | Promise<FakeResponse> = response.promise;
    serve({ ...calls, 'GET /goal/getUserGoals': () => goals });
    const { user } = renderAt('/Profile', page);
    expect(screen.getByText('Loading your profile')).toBeTruthy();
    response.resolve(fail(503, 'Busy.'));
    await screen.findByText('Busy.');
    goals = ok([buildGoal(1)]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Goal 1')).toBeTruthy();
  });

  it('keeps the tab, the order and the hashtags in the URL, three posts to a page', async () => {
    const requests = serve(calls);
    const { user, place } = renderAt('/Profile', page);
    await user.click(screen.getByRole('tab', { name: 'Recent posts' }));
    expect(place()).toBe('/Profile?tab=posts');
    await screen.findByText('No Post Found');
    const popular = requests.find(({ path }) => path === '/post/getAllPost');
    expect([popular?.search.get('limit'), popular?.search.get('userId')]).toEqual(['3', me._id]);
    await user.click(screen.getByRole('tab', { name: 'Top Rated' }));
    expect(place()).toBe('/Profile?tab=posts&order=rated');
    await waitFor(() => {
      expect(requests.find(({ path }) => path === '/post/toprated')?.search.get('limit')).toBe('3');
    });
  });

  it('opens the tab that its URL names', async () => {
    const requests = serve(calls);
    renderAt('/Profile?tab=posts&order=rated&hashtag=clay', page);
    expect(await screen.findByRole('button', { name: 'Filter by #clay' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Top Rated', selected: true })).toBeTruthy();
    await waitFor(() => {
      expect(requests.find(({ path }) => path === '/post/toprated')?.search.get('hashtag')).toBe('clay');
    });
  });

  it('has the button of the hashtags beside the order of the posts, not above them', async () => {
    serve(calls);
    const { user } = renderAt('/Profile', page);
    await user.click(screen.getByRole('tab', { name: 'Recent posts' }));
    const posts = await screen.findByRole('tabpanel', { name: 'Popular' });
    expect(within(posts).queryByRole('button', { name: 'Hashtags' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Hashtags' })).toBeTruthy();
  });
});
