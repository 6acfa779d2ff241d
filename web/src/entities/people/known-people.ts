import type { FollowablePerson } from '@afterhours/contract/people';
import type { AppThunk } from '#lib/store.ts';
import { followsReceived } from './follow-slice.ts';
import { peopleReceived } from './user-slice.ts';

/** Keeps people of an answer that was asked for at `turn`, and whether I follow them, where every screen finds them. */
export function receivePeople(people: readonly FollowablePerson[], turn: number): AppThunk {
  return (dispatch) => {
    const following = Object.fromEntries(people.map((person) => [person._id, person.follower.length > 0]));
    dispatch(peopleReceived(people.map(({ follower: _marker, ...person }) => person)));
    dispatch(followsReceived({ following, turn }));
  };
}
