/** Reading profiles, and changing the own record. */
import type { OwnUser } from '@afterhours/contract/account';
import type { getMember, MemberProfile } from '@afterhours/contract/member-profile';
import type {
  getBio,
  listEducations,
  listExperiences,
  listGoals,
  listSkills,
  setBio,
} from '@afterhours/contract/profile';
import type { UpdateProfileBody, updateProfile } from '@afterhours/contract/profile-update';
import { relationshipsReceived } from '#entities/people/connection-slice.ts';
import { selectFollowTurn } from '#entities/people/follow-slice.ts';
import { receivePeople } from '#entities/people/known-people.ts';
import { peopleReceived } from '#entities/people/user-slice.ts';
import { selectOwnUser, userReceived } from '#features/account/auth-slice.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { writeUser } from '#lib/browser/session-storage.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk } from '#lib/store.ts';
import { contentReceived } from './content.ts';
import { bioSaved, memberReceived, readingChanged } from './profile-slice.ts';

/** Under which the reading of my own lists is kept. */
export const OWN = 'own';

const NO_SUCH_MEMBER = new Set([404, 422]);

function ownLists() {
  return Promise.all([
    call<typeof getBio>('GET', '/bio/getByUser'),
    call<typeof listGoals>('GET', '/goal/getUserGoals'),
    call<typeof listSkills>('GET', '/skill/getUserSkills'),
    call<typeof listEducations>('GET', '/education/getUserEducations'),
    call<typeof listExperiences>('GET', '/experience/getUserExperiences'),
  ]);
}

/** One after the other: what is read never takes back what was changed meanwhile. */
export const inOwnOrder = <T>(task: () => Promise<T>): Promise<T> => queueSerially('own profile', task);

/** Reads what my profile holds. */
export function loadOwnContent(userId: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(readingChanged({ key: OWN, status: 'loading', message: '' }));
    const [bio, goals, skills, educations, experiences] = await inOwnOrder(ownLists);
    if (bio.ok && goals.ok && skills.ok && educations.ok && experiences.ok) {
      const content = {
        bio: bio.body.bio,
        goals: goals.body,
        skills: skills.body,
        educations: educations.body,
        experiences: experiences.body,
      };
      dispatch(contentReceived({ userId, content }));
      dispatch(readingChanged({ key: OWN, status: 'ready', message: '' }));
      return;
    }
    const failed = [bio, goals, skills, educations, experiences].find((answer) => !answer.ok);
    dispatch(readingChanged({ key: OWN, status: 'failed', message: failed?.message ?? '' }));
  };
}

function receiveMember(member: MemberProfile, turn: number): AppThunk {
  return (dispatch) => {
    const { _id, firstName, lastName, username, image, profession, intro_details, follower } = member;
    const person = { _id, firstName, lastName, username, image, profession, intro_details, follower };
    dispatch(receivePeople([person], turn));
    dispatch(
      relationshipsReceived({ [_id]: { status: member.connectionStatus, requestId: member.connectionRequestId } }),
    );
    dispatch(contentReceived({ userId: _id, content: member }));
    const { cover_image, country, createdAt, login_time, updatedAt, viewerCan } = member;
    dispatch(
      memberReceived({
        userId: _id,
        counts: {
          followers: member.followersCount,
          followings: member.followingsCount,
          connections: member.connectionsCount,
        },
        facts: { cover_image, country, createdAt, login_time, updatedAt, viewerCan },
      }),
    );
  };
}

/** Reads a member as everybody may see them. */
export function loadMember(id: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    dispatch(readingChanged({ key: id, status: 'loading', message: '' }));
    const turn = selectFollowTurn(getState());
    const answer = await call<typeof getMember>('GET', '/users/:id', { params: { id } });
    if (answer.ok) dispatch(receiveMember(answer.body, turn));
    const status = answer.ok ? 'ready' : NO_SUCH_MEMBER.has(answer.status) ? 'missing' : 'failed';
    dispatch(readingChanged({ key: id, status, message: answer.ok ? '' : answer.message }));
  };
}

/** A failure that a form shows is told in a toast too; a dead session leads to the login page by itself. */
export function tellFailure(failed: CallFailure): CallFailure {
  if (failed.status !== 401) showError(failed.message);
  return failed;
}

/** My record as the server has it now, wherever I am shown. */
function receiveOwnUser(user: OwnUser): AppThunk {
  return (dispatch) => {
    writeUser(user);
    dispatch(userReceived(user));
    const { _id, firstName, lastName, username, image, profession, intro_details } = user;
    dispatch(peopleReceived([{ _id, firstName, lastName, username, image, profession, intro_details }]));
  };
}

/** Changes fields of my record; says `done`, or what the server said. Answers what went wrong, or nothing. */
export function saveProfile(
  body: Partial<UpdateProfileBody>,
  done?: string,
): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch) => {
    const answer = await call<typeof updateProfile>('PUT', '/updateProfile', { body });
    if (!answer.ok) return tellFailure(answer);
    dispatch(receiveOwnUser(answer.body));
    showSuccess(done ?? answer.message);
    return undefined;
  };
}

/** Sets my bio; an empty one takes it away. */
export function saveBio(bio: string): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch, getState) => {
    const answer = await inOwnOrder(() => call<typeof setBio>('POST', '/bio/addAndEdit', { body: { bio } }));
    if (!answer.ok) return tellFailure(answer);
    const userId = selectOwnUser(getState())?._id;
    if (userId) dispatch(bioSaved({ userId, bio: answer.body.bio }));
    showSuccess(answer.message);
    return undefined;
  };
}
