/** Applying for jobs, and the commands for applications. */
import type { RouteInput } from '@afterhours/contract/base/route';
import type { ApplicationStatus } from '@afterhours/contract/constants/applications';
import { messageMessages } from '@afterhours/contract/constants/messages';
import type {
  createApplication,
  deleteRejection,
  getApplication,
  listJobApplications,
  listMyApplications,
  updateApplication,
} from '@afterhours/contract/jobs/applications';
import type { StoredPost } from '#entities/posts/entities.ts';
import { forgetIfGone, loadPost } from '#entities/posts/post-commands.ts';
import { postApplied } from '#entities/posts/posts-slice.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { pageQuery } from '#lib/lists/use-pages.ts';
import { showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';

export type Applied = { words: string; answers: { question: string; answer: string }[]; cv: File | null };

/** Applies for a job once. Resolves to the failure, or to undefined. */
export function applyForJob(
  { _id: id }: Pick<StoredPost, '_id'>,
  { words, answers, cv }: Applied,
): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch) => {
    const response = await call<typeof createApplication>('POST', '/jobs/:id/applications', {
      params: { id },
      body: { words, answers },
      ...(cv ? { files: [{ field: 'cv', file: cv }] } : {}),
    });
    if (response.ok) {
      dispatch(postApplied({ postId: id, application: response.body }));
      showSuccess(t(messageMessages.applied));
      return undefined;
    }
    // The member has applied before, or the job has been closed in the meantime.
    if (response.status === 409) void dispatch(loadPost(id));
    dispatch(forgetIfGone(id, response));
    return response;
  };
}

export const loadMyApplications = (cursor: string | null) =>
  call<typeof listMyApplications>('GET', '/me/applications', { query: pageQuery(cursor) });

export const loadJobApplications = (
  id: string,
  status: ApplicationStatus | null,
  cursor: string | null,
  limit?: number,
) =>
  call<typeof listJobApplications>('GET', '/jobs/:id/applications', {
    params: { id },
    query: { ...pageQuery(cursor, limit), ...(status ? { status } : {}) },
  });

export const loadApplication = (id: string) =>
  call<typeof getApplication>('GET', '/applications/:id', { params: { id } });

export const changeApplication = (id: string, body: RouteInput<typeof updateApplication>['body']) =>
  call<typeof updateApplication>('PUT', '/applications/:id', { params: { id }, body });

export const takeRejectionBack = (id: string) =>
  call<typeof deleteRejection>('DELETE', '/applications/:id/rejection', { params: { id } });
