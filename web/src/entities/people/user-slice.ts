/** Every person who has been loaded, stored once; posts, comments and lists refer to them by id. */
import type { Person } from '@afterhours/contract/people/people';
import { createAction, createEntityAdapter, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';
import { commentsReceived, postsReceived } from '../posts/entities.ts';

/** The viewer no longer sees this member: after a block by either, or because the account is gone. */
export const memberHidden = createAction<string>('user/memberHidden');

const users = createEntityAdapter<Person, string>({ selectId: (person) => person._id });

/** The fields of a person, without what else a response contains about them. */
const toPerson = ({ _id, firstName, lastName, username, image, profession, intro_details }: Person): Person => ({
  _id,
  firstName,
  lastName,
  username,
  image,
  profession,
  intro_details,
});

const userSlice = createSlice({
  name: 'user',
  initialState: { users: users.getInitialState() },
  reducers: {
    peopleReceived(state, { payload }: PayloadAction<readonly Person[]>) {
      users.upsertMany(state.users, payload.map(toPerson));
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(postsReceived, (state, { payload }) => void users.upsertMany(state.users, payload.users))
      .addCase(commentsReceived, (state, { payload }) => void users.upsertMany(state.users, payload.users)),
  selectors: {
    selectPeople: (state): Record<string, Person> => state.users.entities,
    selectPerson: (state, id: string): Person | undefined => state.users.entities[id],
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    user: ReturnType<typeof userSlice.getInitialState>;
  }
}

const injected = userSlice.injectInto(rootReducer);

export const { peopleReceived } = userSlice.actions;
export const { selectPeople, selectPerson } = injected.selectors;
