/** Reports of posts and comments: who has reported something no longer sees it. */
import type { reportComment, reportPost } from '@afterhours/contract/moderation';
import { commentGone, commentHidden } from '#features/comments/comments-slice.ts';
import { commentsCounted } from '#features/posts/entities.ts';
import { postGone } from '#features/posts/posts-slice.ts';
import { type CallFailure, call } from '#lib/client.ts';
import { showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';

export type Reported = { kind: 'post' | 'comment'; id: string };
type Report = (id: string, reason: string | undefined) => AppThunk<Promise<CallFailure | undefined>>;

const reportOnePost: Report = (id, reason) => async (dispatch) => {
  const answer = await call<typeof reportPost>('POST', '/post/reportPost', { body: { post_id: id, reason } });
  if (!answer.ok) return answer;
  dispatch(postGone(id));
  showSuccess(answer.message);
  return undefined;
};

const reportOneComment: Report = (id, reason) => async (dispatch) => {
  const answer = await call<typeof reportComment>('POST', '/post/reportComment', { body: { comment_id: id, reason } });
  if (!answer.ok) return answer;
  dispatch(commentHidden(id));
  dispatch(commentGone(id));
  dispatch(commentsCounted({ postId: answer.body.post_id, commentsCount: answer.commentsCount }));
  showSuccess(answer.message);
  return undefined;
};

const reports: Record<Reported['kind'], Report> = { post: reportOnePost, comment: reportOneComment };

/** Reports something with or without a reason; it leaves every list. Answers what went wrong, or nothing. */
export function report({ kind, id }: Reported, reason: string): ReturnType<Report> {
  return reports[kind](id, reason.trim() || undefined);
}
