/**
 * Commands that add, edit and delete the viewer's goals, skills, education and experience. They return the failure, if
 * any.
 */
import type { RouteInput } from '@afterhours/contract/base/route';
import type {
  createEducation,
  createExperience,
  createGoal,
  createSkill,
  deleteEducation,
  deleteExperience,
  deleteGoal,
  deleteSkill,
  updateEducation,
  updateExperience,
  updateGoal,
  updateSkill,
} from '@afterhours/contract/profile/profile';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { forgetIdempotencyKey, idempotencyKeyFor } from '#lib/forms/idempotency-key.ts';
import { showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import { type EntryKind, entryDeleted, entrySaved } from './content.ts';
import { inOwnQueue } from './profile-commands.ts';

export type EntryBodies = {
  goals: RouteInput<typeof createGoal>['body'];
  skills: RouteInput<typeof createSkill>['body'];
  educations: RouteInput<typeof createEducation>['body'];
  experiences: RouteInput<typeof createExperience>['body'];
};

const create = {
  goals: (body: EntryBodies['goals'], idempotencyKey: string) =>
    call<typeof createGoal>('POST', '/goal/create', { body, idempotencyKey }),
  // The server refuses a skill that the member already has.
  skills: (body: EntryBodies['skills']) => call<typeof createSkill>('POST', '/skill/create', { body }),
  educations: (body: EntryBodies['educations'], idempotencyKey: string) =>
    call<typeof createEducation>('POST', '/education/create', { body, idempotencyKey }),
  experiences: (body: EntryBodies['experiences'], idempotencyKey: string) =>
    call<typeof createExperience>('POST', '/experience/create', { body, idempotencyKey }),
};

const update = {
  goals: (_id: string, body: EntryBodies['goals']) =>
    call<typeof updateGoal>('PUT', '/goal/update/:id', { params: { id: _id }, body }),
  skills: (_id: string, body: EntryBodies['skills']) =>
    call<typeof updateSkill>('POST', '/skill/update', { body: { ...body, _id } }),
  educations: (_id: string, body: EntryBodies['educations']) =>
    call<typeof updateEducation>('PUT', '/education/update', { body: { ...body, _id } }),
  experiences: (_id: string, body: EntryBodies['experiences']) =>
    call<typeof updateExperience>('PUT', '/experience/update', { body: { ...body, _id } }),
};

const remove = {
  goals: (id: string) => call<typeof deleteGoal>('DELETE', '/goal/delete/:id', { params: { id } }),
  skills: (id: string) => call<typeof deleteSkill>('DELETE', '/skill/delete/:id', { params: { id } }),
  educations: (id: string) => call<typeof deleteEducation>('DELETE', '/education/delete/:id', { params: { id } }),
  experiences: (id: string) => call<typeof deleteExperience>('DELETE', '/experience/delete/:id', { params: { id } }),
} satisfies Record<EntryKind, unknown>;

type Outcome = Promise<CallFailure | undefined>;

/** Adds an entry, or updates the one with this `id`. */
export function saveEntry<Kind extends EntryKind>(
  kind: Kind,
  id: string | undefined,
  body: EntryBodies[Kind],
): AppThunk<Outcome> {
  return async (dispatch, getState) => {
    const userId = selectOwnUser(getState())?._id;
    const sent = `${kind}:${userId}`;
    // Each kind has its own body type; the compiler cannot correlate the kind across both records.
    const response = await inOwnQueue(async () =>
      id
        ? await update[kind](id, body as never)
        : await create[kind](body as never, idempotencyKeyFor(sent, JSON.stringify(body))),
    );
    if (!response.ok) return showFailure(response);
    if (!id) forgetIdempotencyKey(sent);
    if (userId) dispatch(entrySaved({ userId, kind, entry: response.body } as Parameters<typeof entrySaved>[0]));
    showSuccess(response.message);
    return undefined;
  };
}

/** Deletes an entry; one that no longer exists counts as deleted. */
export function deleteEntry(kind: EntryKind, id: string): AppThunk<Outcome> {
  return async (dispatch, getState) => {
    const response = await inOwnQueue(() => remove[kind](id));
    if (!response.ok && response.status !== 404) return showFailure(response);
    const userId = selectOwnUser(getState())?._id;
    if (userId) dispatch(entryDeleted({ userId, kind, id }));
    if (response.ok) showSuccess(response.message);
    return undefined;
  };
}
