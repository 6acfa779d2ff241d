/** What authors of jobs do with them. */
import type { closeJob, renewJob } from '@afterhours/contract/hiring';
import { loadPost } from '#entities/posts/post-commands.ts';
import { call } from '#lib/api/client.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';

/** Closes a job, and shows it so wherever it is. */
export function closeOwnJob(id: string, reason: 'filled' | 'withdrawn'): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const answer = await call<typeof closeJob>('POST', '/jobs/:id/close', { params: { id }, body: { reason } });
    if (answer.ok) showSuccess(answer.message);
    else showError(answer.message);
    await dispatch(loadPost(id));
  };
}

/** Keeps a job open for longer. */
export function renewOwnJob(id: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const answer = await call<typeof renewJob>('POST', '/jobs/:id/renew', { params: { id } });
    if (answer.ok) showSuccess(answer.message);
    else showError(answer.message);
    await dispatch(loadPost(id));
  };
}
