/** The contents of a profile, by kind. Goals have their own slice, the rest is in the profile's. */
import type { Education, Experience, Goal, Skill } from '@afterhours/contract/profile/profile';
import { createAction } from '@reduxjs/toolkit';

export type Entries = { goals: Goal[]; skills: Skill[]; educations: Education[]; experiences: Experience[] };
export type EntryKind = keyof Entries;
export type Entry<Kind extends EntryKind = EntryKind> = Entries[Kind][number];

export type ProfileContent = Entries & { bio: string };

const latestFirst = (one: string | null, other: string | null): number => (other ?? '9').localeCompare(one ?? '9');

/** The server's order: current before past, then by end. New goals and skills are always added first. */
export const orderOf: Partial<{ [Kind in EntryKind]: (one: Entry<Kind>, other: Entry<Kind>) => number }> = {
  educations: (one, other) => latestFirst(one.endDate, other.endDate),
  experiences: (one, other) => latestFirst(one.endDate, other.endDate),
};

/** Returns the list with a new or changed entry. */
export function withEntry<E extends { _id: string }>(
  list: readonly E[],
  entry: E,
  order?: (one: E, other: E) => number,
): E[] {
  const known = list.some(({ _id }) => _id === entry._id);
  const next = known ? list.map((each) => (each._id === entry._id ? entry : each)) : [entry, ...list];
  return order ? next.sort(order) : next;
}

/** All contents of a member were loaded. */
export const contentReceived = createAction<{ userId: string; content: ProfileContent }>('profile/contentReceived');

type Saved = { [Kind in EntryKind]: { userId: string; kind: Kind; entry: Entry<Kind> } }[EntryKind];
export const entrySaved = createAction<Saved>('profile/entrySaved');
export const entryDeleted = createAction<{ userId: string; kind: EntryKind; id: string }>('profile/entryDeleted');
