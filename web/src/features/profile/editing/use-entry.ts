import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { type RootState, useAppSelector } from '#lib/store.ts';
import type { Entries, EntryKind } from '../content.ts';
import { selectGoals } from '../goal-slice.ts';
import { selectEducations, selectExperiences, selectSkills } from '../profile-slice.ts';

const lists: { [Kind in EntryKind]: (state: RootState, userId: string) => Entries[Kind] } = {
  goals: selectGoals,
  skills: selectSkills,
  educations: selectEducations,
  experiences: selectExperiences,
};

/** Returns the viewer's entry with this id at the first render; it stays while the dialog closes after the deletion. */
export function useEntry<Kind extends EntryKind>(
  kind: Kind,
  id: string | undefined,
): Entries[Kind][number] | undefined {
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const loaded = useAppSelector((state) => lists[kind](state, me).find(({ _id }) => _id === id));
  return useState(loaded)[0];
}
