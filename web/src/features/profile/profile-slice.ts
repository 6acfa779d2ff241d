/**
 * Profiles, by whose they are: what they hold, how many follow whom, and what the viewer may do. Who a member is (name,
 * picture, profession) is kept with all people, once.
 */
import type { ConnectionStatus } from '@afterhours/contract/connections';
import type { MemberProfile } from '@afterhours/contract/member-profile';
import type { Education, Experience, Skill } from '@afterhours/contract/profile';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { relationshipAnswered, relationshipReceived } from '#entities/people/connection-slice.ts';
import { memberHidden } from '#entities/people/user-slice.ts';
import { rootReducer } from '#lib/store.ts';
import { contentReceived, entryDeleted, entrySaved, inOrderOf, withEntry } from './content.ts';

type Fact = 'cover_image' | 'country' | 'createdAt' | 'login_time' | 'updatedAt' | 'viewerCan';
/** What is known of another member beside what stands in lists. */
export type MemberFacts = Pick<MemberProfile, Fact>;

/** `missing`: there is no such member, or not for me. */
type Reading = { status: 'loading' | 'ready' | 'failed' | 'missing'; message: string };

type Counts = { followers: number; followings: number; connections: number };

type ProfileState = {
  bios: Record<string, string>;
  skills: Record<string, Skill[]>;
  educations: Record<string, Education[]>;
  experiences: Record<string, Experience[]>;
  followers: Record<string, number>;
  followings: Record<string, number>;
  connections: Record<string, number>;
  facts: Record<string, MemberFacts>;
  readings: Record<string, Reading>;
};

const initialState = (): ProfileState => ({
  bios: {},
  skills: {},
  educations: {},
  experiences: {},
  followers: {},
  followings: {},
  connections: {},
  facts: {},
  readings: {},
});

const noSkills: Skill[] = [];
const noEducations: Education[] = [];
const noExperiences: Experience[] = [];

/** What came to stand between us counts for them too. */
function countRelationship(
  state: ProfileState,
  userId: string,
  now: ConnectionStatus,
  was: ConnectionStatus | undefined,
): void {
  const count = state.connections[userId];
  if (count !== undefined)
    state.connections[userId] = count + Number(now === 'connected') - Number(was === 'connected');
}

const profileSlice = createSlice({
  name: 'profile',
  initialState,
  reducers: {
    /** `key` is a member's id, or `own` for the lists of my own profile. */
    readingChanged(state, { payload: { key, ...reading } }: PayloadAction<Reading & { key: string }>) {
      // What was read once stays shown while it is read again.
      if (reading.status === 'loading' && state.readings[key]?.status === 'ready') return;
      state.readings[key] = reading;
    },
    memberReceived(state, { payload }: PayloadAction<{ userId: string; counts: Counts; facts: MemberFacts }>) {
      const { userId, counts, facts } = payload;
      state.followers[userId] = counts.followers;
      state.followings[userId] = counts.followings;
      state.connections[userId] = counts.connections;
      state.facts[userId] = facts;
    },
    bioSaved(state, { payload }: PayloadAction<{ userId: string; bio: string }>) {
      state.bios[payload.userId] = payload.bio;
    },
  },
  extraReducers: (builder) =>
    builder
      // There is no need to ask the server to find that out.
      .addCase(memberHidden, (state, { payload }) => {
        state.readings[payload] = { status: 'missing', message: '' };
      })
      .addCase(contentReceived, (state, { payload: { userId, content } }) => {
        state.bios[userId] = content.bio;
        state.skills[userId] = content.skills;
        state.educations[userId] = content.educations;
        state.experiences[userId] = content.experiences;
      })
      .addCase(entrySaved, (state, { payload }) => {
        const { userId } = payload;
        if (payload.kind === 'skills') state.skills[userId] = withEntry(state.skills[userId] ?? [], payload.entry);
        if (payload.kind === 'educations')
          state.educations[userId] = withEntry(state.educations[userId] ?? [], payload.entry, inOrderOf.educations);
        if (payload.kind === 'experiences')
          state.experiences[userId] = withEntry(state.experiences[userId] ?? [], payload.entry, inOrderOf.experiences);
      })
      .addCase(entryDeleted, (state, { payload: { userId, kind, id } }) => {
        if (kind === 'goals') return;
        const lists: Record<string, { _id: string }[]> = state[kind];
        lists[userId] = (lists[userId] ?? []).filter(({ _id }) => _id !== id);
      })
      .addCase(relationshipAnswered, (state, { payload: { userId, relationship, was } }) => {
        if (relationship) countRelationship(state, userId, relationship.status, was);
      })
      .addCase(relationshipReceived, (state, { payload: { userId, status, was } }) =>
        countRelationship(state, userId, status, was),
      ),
  selectors: {
    selectBio: (state, userId: string): string => state.bios[userId] ?? '',
    selectSkills: (state, userId: string): Skill[] => state.skills[userId] ?? noSkills,
    selectEducations: (state, userId: string): Education[] => state.educations[userId] ?? noEducations,
    selectExperiences: (state, userId: string): Experience[] => state.experiences[userId] ?? noExperiences,
    selectFollowersOf: (state, userId: string): number => state.followers[userId] ?? 0,
    selectFollowingsOf: (state, userId: string): number => state.followings[userId] ?? 0,
    selectConnectionsOf: (state, userId: string): number => state.connections[userId] ?? 0,
    selectFacts: (state, userId: string): MemberFacts | undefined => state.facts[userId],
    selectReading: (state, key: string): Reading | undefined => state.readings[key],
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    profile: ReturnType<typeof profileSlice.getInitialState>;
  }
}

const injected = profileSlice.injectInto(rootReducer);

export const { readingChanged, memberReceived, bioSaved } = profileSlice.actions;
export const {
  selectBio,
  selectSkills,
  selectEducations,
  selectExperiences,
  selectFollowersOf,
  selectFollowingsOf,
  selectConnectionsOf,
  selectFacts,
  selectReading,
} = injected.selectors;
