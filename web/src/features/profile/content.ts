/** What a profile holds, by kind; goals are a slice of their own, the rest is the profile's. */
import type { Education, Experience, Goal, Skill } from '@afterhours/contract/profile';
import { createAction } from '@reduxjs/toolkit';

export type Entries = { goals: Goal[]; skills: Skill[]; educations: Education[]; experiences: Experience[] };
export type EntryKind = keyof Entries;
export type Entry<Kind extends EntryKind = EntryKind> = Entries[Kind][number];

type Content = Entries & { bio: string };

const latestFirst = (one: string | null, other: string | null): number => (other ?? '9').localeCompare(one ?? '9');

/** As the server orders them: current before past, then by end. New goals and skills stand first by themselves. */
export const inOrderOf: Partial<{ [Kind in EntryKind]: (one: Entry<Kind>, other: Entry<Kind>) => number }> = {
  educations: (one, other) => latestFirst(one.endDate, other.endDate),
  experiences: (one, other) => latestFirst(one.endDate, other.endDate),
};

/** The list with an entry that is new or changed. */
export function withEntry<E extends { _id: string }>(
  list: readonly E[],
  entry: E,
  order?: (one: E, other: E) => number,
): E[] {
  const known = list.some(({ _id }) => _id === entry._id);
  const next = known ? list.map((held) => (held._id === entry._id ? entry : held)) : [entry, ...list];
  return order ? next.sort(order) : next;
}

/** All of a member's content, as just read. */
export const contentReceived = createAction<{ userId: string; content: Content }>('profile/contentReceived');

type Saved = { [Kind in EntryKind]: { userId: string; kind: Kind; entry: Entry<Kind> } }[EntryKind];
export const entrySaved = createAction<Saved>('profile/entrySaved');
export const entryDeleted = createAction<{ userId: string; kind: EntryKind; id: string }>('profile/entryDeleted');
