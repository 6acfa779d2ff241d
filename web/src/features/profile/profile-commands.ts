/** Commands that load profiles and edit the viewer's own account. */
import type { getMember, getMemberByUsername, MemberProfile } from '@afterhours/contract/profile/member-profile';
import type {
  getBio,
  listEducations,
  listExperiences,
  listGoals,
  listSkills,
  setBio,
} from '@afterhours/contract/profile/profile';
import type { UpdateProfileBody, updateProfile } from '@afterhours/contract/profile/profile-update';
import { relationshipsReceived } from '#entities/people/connection-slice.ts';
import { followersLoaded, selectFollowVersion } from '#entities/people/follow-slice.ts';
import { receivePeople } from '#entities/people/receive-people.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { receiveOwnUser } from '#features/account/session-commands.ts';
import { loadMutes } from '#features/mutes/mute-commands.ts';
import { isMutesLoaded } from '#features/mutes/mutes-slice.ts';
import { type CallFailure, type CallResult, call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { isNotFound } from '#lib/api/statuses.ts';
import { showSuccess } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk } from '#lib/store.ts';
import { contentReceived } from './content.ts';
import { bioSaved, loadingChanged, memberReceived } from './profile-slice.ts';
import { loadShowcase } from './showcase/showcase-commands.ts';

/** The key of the loading state of the viewer's own profile. */
export const OWN = 'own';

function callOwnLists() {
  return Promise.all([
    call<typeof getBio>('GET', '/bio/getByUser'),
    call<typeof listGoals>('GET', '/goal/getUserGoals'),
    call<typeof listSkills>('GET', '/skill/getUserSkills'),
    call<typeof listEducations>('GET', '/education/getUserEducations'),
    call<typeof listExperiences>('GET', '/experience/getUserExperiences'),
  ]);
}

/** Runs loads and changes one after another, so that a load never overwrites a change made meanwhile. */
export const inOwnQueue = <T>(task: () => Promise<T>): Promise<T> => queueSerially('own profile', task);

/** Loads the contents of the viewer's own profile. */
export function loadOwnContent(userId: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(loadingChanged({ key: OWN, status: 'loading', message: '' }));
    const [[bio, goals, skills, educations, experiences]] = await Promise.all([
      inOwnQueue(callOwnLists),
      dispatch(loadShowcase(userId)),
    ]);
    if (bio.ok && goals.ok && skills.ok && educations.ok && experiences.ok) {
      const content = {
        bio: bio.body.bio,
        goals: goals.body,
        skills: skills.body,
        educations: educations.body,
        experiences: experiences.body,
      };
      dispatch(contentReceived({ userId, content }));
      dispatch(loadingChanged({ key: OWN, status: 'ready', message: '' }));
      return;
    }
    const failed = [bio, goals, skills, educations, experiences].find((response) => !response.ok);
    dispatch(loadingChanged({ key: OWN, status: 'failed', message: failed?.message ?? '' }));
  };
}

function receiveMember(member: MemberProfile, followVersion: number): AppThunk {
  return (dispatch) => {
    const { _id } = member;
    dispatch(receivePeople([member], followVersion));
    dispatch(followersLoaded({ userId: _id, version: followVersion }));
    dispatch(
      relationshipsReceived({ [_id]: { status: member.connectionStatus, requestId: member.connectionRequestId } }),
    );
    dispatch(contentReceived({ userId: _id, content: member }));
    dispatch(
      memberReceived({
        userId: _id,
        counts: {
          followers: member.followersCount,
          followings: member.followingsCount,
          connections: member.connectionsCount,
        },
        details: member,
      }),
    );
  };
}

/** Whether the last segment of a path is a member's username, such as `@ana`. */
export const isHandle = (address: string): boolean => /^@./.test(address);

/** Loads a member and their showcase together, so that nothing moves when the second one arrives. */
function callMember(id: string): AppThunk<Promise<CallResult<typeof getMember>>> {
  return async (dispatch) => {
    const [response] = await Promise.all([
      call<typeof getMember>('GET', '/users/:id', { params: { id } }),
      dispatch(loadShowcase(id)),
    ]);
    return response;
  };
}

function callMemberByUsername(username: string): AppThunk<Promise<CallResult<typeof getMember>>> {
  return async (dispatch) => {
    const response = await call<typeof getMemberByUsername>('GET', '/users/named/:username', { params: { username } });
    if (response.ok) await dispatch(loadShowcase(response.body._id));
    return response;
  };
}

/**
 * Loads the public profile of a member, by id or `@username`. With `again`, what is shown stays meanwhile, and if the
 * load fails.
 */
export function loadMember(address: string, again = false): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (!again) dispatch(loadingChanged({ key: address, status: 'loading', message: '' }));
    // The note on a muted member would push the profile down if it came later.
    const mutes = again || !selectOwnUser(getState()) ? null : dispatch(loadMutes());
    const followVersion = selectFollowVersion(getState());
    const response = await dispatch(isHandle(address) ? callMemberByUsername(address.slice(1)) : callMember(address));
    if (response.ok && !isMutesLoaded(getState())) await mutes;
    if (response.ok) dispatch(receiveMember(response.body, followVersion));
    const status = response.ok ? 'ready' : isNotFound(response.status) ? 'missing' : 'failed';
    if (again && status === 'failed') return;
    const found = response.ok ? { memberId: response.body._id } : {};
    dispatch(loadingChanged({ key: address, status, message: response.ok ? '' : response.message, ...found }));
  };
}

/**
 * Updates fields of the viewer's own account and shows `done`, or the server's message. Returns the failure, if any.
 */
export function saveProfile(
  body: Partial<UpdateProfileBody>,
  done?: string,
): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch) => {
    const response = await call<typeof updateProfile>('PUT', '/updateProfile', { body });
    if (!response.ok) return showFailure(response);
    dispatch(receiveOwnUser(response.body));
    showSuccess(done ?? response.message);
    return undefined;
  };
}

/** Sets the viewer's bio; an empty one removes it. */
export function saveBio(bio: string): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch, getState) => {
    const response = await inOwnQueue(() => call<typeof setBio>('POST', '/bio/addAndEdit', { body: { bio } }));
    if (!response.ok) return showFailure(response);
    const userId = selectOwnUser(getState())?._id;
    if (userId) dispatch(bioSaved({ userId, bio: response.body.bio }));
    showSuccess(response.message);
    return undefined;
  };
}
