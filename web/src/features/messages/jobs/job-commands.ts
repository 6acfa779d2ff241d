/** Applying to a job: a message to its owner. */

import { JOB_APPLIED, messageMessages } from '@afterhours/contract/constants/messages';
import type { createMessage } from '@afterhours/contract/messages';
import type { StoredPost } from '#entities/posts/entities.ts';
import { forgetIfGone } from '#entities/posts/post-commands.ts';
import { postApplied } from '#entities/posts/posts-slice.ts';
import { call } from '#lib/api/client.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';

/** Applies once. Returns whether the server has taken the application. */
export function applyToJob(post: Pick<StoredPost, '_id' | 'user_id'>): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    const body = { content: JOB_APPLIED, receiver_id: post.user_id, post_id: post._id };
    const answer = await call<typeof createMessage>('POST', '/messages/create', { body });
    // 409: an earlier application has arrived.
    if (answer.ok || answer.status === 409) dispatch(postApplied(post._id));
    if (answer.ok) showSuccess(t(messageMessages.applied));
    else showError(answer.message);
    dispatch(forgetIfGone(post._id, answer));
    return answer.ok;
  };
}
