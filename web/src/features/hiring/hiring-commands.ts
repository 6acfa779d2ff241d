/** Commands for a member's own jobs. */
import type { closeJob, renewJob } from '@afterhours/contract/jobs/hiring';
import { loadPost } from '#entities/posts/post-commands.ts';
import { call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';

/** Closes a job, and updates it wherever it is shown. */
export function closeOwnJob(id: string, reason: 'filled' | 'withdrawn'): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const response = await call<typeof closeJob>('POST', '/jobs/:id/close', { params: { id }, body: { reason } });
    if (response.ok) showSuccess(response.message);
    else showFailure(response);
    await dispatch(loadPost(id));
  };
}

/** Extends the time that a job is open. */
export function renewOwnJob(id: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const response = await call<typeof renewJob>('POST', '/jobs/:id/renew', { params: { id } });
    if (response.ok) showSuccess(response.message);
    else showFailure(response);
    await dispatch(loadPost(id));
  };
}
