import { expect, it } from 'vitest';
import { selectPerson } from '#entities/people/user-slice.ts';
import { selectOwnUser, userReceived } from '#features/account/auth-slice.ts';
import { receiveOwnUser } from '#features/account/session-commands.ts';
import { readUser } from '#lib/browser/session-storage.ts';
import { createStore } from '#lib/store.ts';
import { buildGoal, buildMember, buildOwnUser, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { contentReceived } from './content.ts';
import { selectGoals } from './goal-slice.ts';
import { receiveOwnContent, reloadOwnContent } from './own-content.ts';
import { OWN } from './profile-commands.ts';
import { loadingChanged, memberReceived, selectBio, selectDetails, selectSkills } from './profile-slice.ts';
import { selectShowcase } from './showcase/showcase-slice.ts';

const me = buildOwnUser({ _id: idOf(9) });

function buildStore() {
  const store = createStore();
  store.dispatch(userReceived(me));
  return store;
}

it('A change to the own record in another tab shows in the account, beside posts, and on the own page', () => {
  const store = buildStore();
  const counts = { followers: 0, followings: 0, connections: 0 };
  store.dispatch(memberReceived({ userId: me._id, counts, details: buildMember({ country: 'Portugal' }) }));
  const changed = {
    ...me,
    firstName: 'Anouk',
    country: 'Spain',
    cover_image: 'a-b.jpg',
    like_notification: 'Off' as const,
  };
  store.dispatch(receiveOwnUser(changed));
  const state = store.getState();
  expect([selectOwnUser(state), readUser()]).toEqual([changed, changed]);
  expect(selectPerson(state, me._id)).toMatchObject({ firstName: 'Anouk' });
  expect(selectDetails(state, me._id)).toMatchObject({ country: 'Spain', cover_image: 'a-b.jpg' });
});

it('The record of another member, who has used this browser before, is ignored', () => {
  const store = buildStore();
  store.dispatch(receiveOwnUser(buildOwnUser({ _id: idOf(8), firstName: 'Ben' })));
  expect(selectOwnUser(store.getState())).toEqual(me);
});

it('Changes to the own profile in another tab are shown, however often they arrive', async () => {
  const store = buildStore();
  const content = { bio: '', goals: [buildGoal(1), buildGoal(2)], skills: [], educations: [], experiences: [] };
  store.dispatch(contentReceived({ userId: me._id, content }));
  const links = [{ label: 'Stall', url: 'https://stall.example/' }];
  const skill = { _id: idOf(5), title: 'Pottery' };
  const goal = { ...buildGoal(2), title: 'Two stalls' };
  for (let times = 0; times < 2; times++) {
    await store.dispatch(receiveOwnContent({ bio: 'Clay at night' }));
    await store.dispatch(receiveOwnContent({ links }));
    await store.dispatch(receiveOwnContent({ saved: { kind: 'skills', entry: skill } }));
    await store.dispatch(receiveOwnContent({ saved: { kind: 'goals', entry: goal } }));
    await store.dispatch(receiveOwnContent({ deleted: { kind: 'goals', _id: buildGoal(1)._id } }));
  }
  const state = store.getState();
  expect(selectBio(state, me._id)).toBe('Clay at night');
  expect(selectShowcase(state, me._id)).toEqual({ links, pictures: [] });
  expect(selectSkills(state, me._id)).toEqual([skill]);
  expect(selectGoals(state, me._id)).toEqual([goal]);
});

it('After missed events the own profile is loaded again if it has been loaded before', async () => {
  const lists = ['goal/getUserGoals', 'skill/getUserSkills', 'education/getUserEducations'];
  const requests = serve({
    'GET /bio/getByUser': ok({ bio: 'Clay at night' }),
    ...Object.fromEntries(lists.map((path) => [`GET /${path}`, ok([])])),
    'GET /experience/getUserExperiences': ok([]),
    [`GET /users/${me._id}/showcase`]: ok({ links: [], pictures: [] }),
  });
  const store = buildStore();
  await store.dispatch(reloadOwnContent());
  expect(requests).toEqual([]);
  store.dispatch(loadingChanged({ key: OWN, status: 'ready', message: '' }));
  await store.dispatch(reloadOwnContent());
  expect(selectBio(store.getState(), me._id)).toBe('Clay at night');
});
