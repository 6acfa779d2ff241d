/**
 * Profiles, by member: their contents, counts, and the viewer's permissions. Name, picture and profession are stored
 * once, in the people slice.
 */
import type { OwnUser } from '@afterhours/contract/account/account';
import type { ConnectionStatus } from '@afterhours/contract/people/connections';
import type { FollowablePerson } from '@afterhours/contract/people/people';
import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import type { Education, Experience, Skill } from '@afterhours/contract/profile/profile';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { relationshipReceived, relationshipSettled } from '#entities/people/connection-slice.ts';
import { memberHidden } from '#entities/people/user-slice.ts';
import { userReceived } from '#features/account/auth-slice.ts';
import { rootReducer } from '#lib/store.ts';
import { contentReceived, entryDeleted, entrySaved, orderOf, type ProfileContent, withEntry } from './content.ts';

/** Fields of a profile that are stored elsewhere: in other slices, or in other parts of this one. */
type StoredElsewhere =
  | keyof FollowablePerson
  | keyof ProfileContent
  | `${string}Count`
  | 'connectionStatus'
  | 'connectionRequestId';

/** The remaining fields of another member's profile. */
export type MemberDetails = Omit<MemberProfile, StoredElsewhere>;

/** The details in a profile's header that are also part of the viewer's own record. */
export type HeaderDetails = Pick<MemberDetails, 'cover_image' | 'country'>;

const toHeaderDetails = ({ cover_image, country }: OwnUser): HeaderDetails => ({ cover_image, country });

/**
 * `missing`: the member does not exist, or is hidden from this viewer. `memberId` is the member that the URL led to.
 */
type Loading = { status: 'loading' | 'ready' | 'failed' | 'missing'; message: string; memberId?: string };

type Counts = { followers: number; followings: number; connections: number };

type ProfileState = {
  bios: Record<string, string>;
  skills: Record<string, Skill[]>;
  educations: Record<string, Education[]>;
  experiences: Record<string, Experience[]>;
  followers: Record<string, number>;
  followings: Record<string, number>;
  connections: Record<string, number>;
  details: Record<string, MemberDetails>;
  loadings: Record<string, Loading>;
};

const initialState = (): ProfileState => ({
  bios: {},
  skills: {},
  educations: {},
  experiences: {},
  followers: {},
  followings: {},
  connections: {},
  details: {},
  loadings: {},
});

const noSkills: Skill[] = [];
const noEducations: Education[] = [];
const noExperiences: Experience[] = [];

/** A new or ended connection with the viewer changes the member's count too. */
function countConnection(
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
    /** `key` is a member's id or `@username`, or `own` for the own profile. */
    loadingChanged(state, { payload: { key, ...loading } }: PayloadAction<Loading & { key: string }>) {
      // A loaded profile stays shown while it is reloaded.
      if (loading.status === 'loading' && state.loadings[key]?.status === 'ready') return;
      state.loadings[key] = loading;
    },
    memberReceived(state, { payload }: PayloadAction<{ userId: string; counts: Counts; details: MemberDetails }>) {
      const { userId, counts, details } = payload;
      state.followers[userId] = counts.followers;
      state.followings[userId] = counts.followings;
      state.connections[userId] = counts.connections;
      state.details[userId] = details;
    },
    bioSaved(state, { payload }: PayloadAction<{ userId: string; bio: string }>) {
      state.bios[payload.userId] = payload.bio;
    },
  },
  extraReducers: (builder) =>
    builder
      // The viewer has just blocked this member, or was blocked: no request is needed to know that the profile is gone.
      .addCase(memberHidden, (state, { payload }) => {
        for (const [key, { memberId }] of Object.entries(state.loadings))
          if (memberId === payload) state.loadings[key] = { status: 'missing', message: '' };
        state.loadings[payload] = { status: 'missing', message: '' };
      })
      .addCase(userReceived, (state, { payload }) => {
        const details = state.details[payload._id];
        if (details) Object.assign(details, toHeaderDetails(payload));
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
          state.educations[userId] = withEntry(state.educations[userId] ?? [], payload.entry, orderOf.educations);
        if (payload.kind === 'experiences')
          state.experiences[userId] = withEntry(state.experiences[userId] ?? [], payload.entry, orderOf.experiences);
      })
      .addCase(entryDeleted, (state, { payload: { userId, kind, id } }) => {
        if (kind === 'goals') return;
        const lists: Record<string, { _id: string }[]> = state[kind];
        lists[userId] = (lists[userId] ?? []).filter(({ _id }) => _id !== id);
      })
      .addCase(relationshipSettled, (state, { payload: { userId, relationship, was } }) => {
        if (relationship) countConnection(state, userId, relationship.status, was);
      })
      .addCase(relationshipReceived, (state, { payload: { userId, status, was } }) =>
        countConnection(state, userId, status, was),
      ),
  selectors: {
    selectBio: (state, userId: string): string => state.bios[userId] ?? '',
    selectSkills: (state, userId: string): Skill[] => state.skills[userId] ?? noSkills,
    selectEducations: (state, userId: string): Education[] => state.educations[userId] ?? noEducations,
    selectExperiences: (state, userId: string): Experience[] => state.experiences[userId] ?? noExperiences,
    selectFollowersOf: (state, userId: string): number => state.followers[userId] ?? 0,
    selectFollowingsOf: (state, userId: string): number => state.followings[userId] ?? 0,
    selectConnectionsOf: (state, userId: string): number => state.connections[userId] ?? 0,
    selectDetails: (state, userId: string): MemberDetails | undefined => state.details[userId],
    selectLoading: (state, key: string): Loading | undefined => state.loadings[key],
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    profile: ReturnType<typeof profileSlice.getInitialState>;
  }
}

const injected = profileSlice.injectInto(rootReducer);

export const { loadingChanged, memberReceived, bioSaved } = profileSlice.actions;
export const {
  selectBio,
  selectSkills,
  selectEducations,
  selectExperiences,
  selectFollowersOf,
  selectFollowingsOf,
  selectConnectionsOf,
  selectDetails,
  selectLoading,
} = injected.selectors;
