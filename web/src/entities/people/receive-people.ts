import type { FollowablePerson } from '@afterhours/contract/people/people';
import type { AppThunk } from '#lib/store.ts';
import { followsReceived } from './follow-slice.ts';
import { peopleReceived } from './user-slice.ts';

/** Stores the people in a response that was requested at `version`, and whether the viewer follows them. */
export function receivePeople(people: readonly FollowablePerson[], version: number): AppThunk {
  return (dispatch) => {
    const following = Object.fromEntries(people.map((person) => [person._id, person.follower.length > 0]));
    dispatch(peopleReceived(people));
    dispatch(followsReceived({ following, version }));
  };
}
