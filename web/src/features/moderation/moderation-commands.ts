/** Reports: who has reported a post or comment no longer sees it. Blocking: neither of the two sees the other any more. */
import type { reportComment, reportMember, reportPost, setBlock } from '@afterhours/contract/moderation';
import { commentGone, commentHidden } from '#entities/comments/comments-slice.ts';
import { relationshipsReceived } from '#entities/people/connection-slice.ts';
import { selectFollowList } from '#entities/people/follow-slice.ts';
import { suggestionDismissed } from '#entities/people/suggestion-slice.ts';
import { memberHidden } from '#entities/people/user-slice.ts';
import { commentsCounted } from '#entities/posts/entities.ts';
import { forgetIfGone } from '#entities/posts/post-commands.ts';
import { postDismissed, selectPostsState } from '#entities/posts/posts-slice.ts';
import { loadFollowList, readFollowersAgain } from '#features/follow/follow-commands.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';

export type Reported = {
  kind: 'post' | 'comment' | 'member';
  id: string;
  /** It is the reporter's own: it stays where it is. */
  own?: boolean;
};
type Report = (reported: Reported, reason: string | undefined) => AppThunk<Promise<CallFailure | undefined>>;

const reportOnePost: Report =
  ({ id, own }, reason) =>
  async (dispatch) => {
    const answer = await call<typeof reportPost>('POST', '/post/reportPost', { body: { post_id: id, reason } });
    if (!answer.ok) {
      // It goes, and the dialog that would show why with it.
      if (answer.status === 404) showError(answer.message);
      dispatch(forgetIfGone(id, answer));
      return answer;
    }
    if (!own) dispatch(postDismissed(id));
    showSuccess(answer.message);
    return undefined;
  };

const reportOneComment: Report =
  ({ id }, reason) =>
  async (dispatch) => {
    const answer = await call<typeof reportComment>('POST', '/post/reportComment', {
      body: { comment_id: id, reason },
    });
    if (!answer.ok) return answer;
    dispatch(commentHidden(id));
    dispatch(commentGone(id));
    dispatch(commentsCounted({ postId: answer.body.post_id, commentsCount: answer.commentsCount }));
    showSuccess(answer.message);
    return undefined;
  };

const reportOneMember: Report =
  ({ id }, reason) =>
  async () => {
    const answer = await call<typeof reportMember>('POST', '/users/report', { body: { userId: id, reason } });
    if (!answer.ok) return answer;
    showSuccess(answer.message);
    return undefined;
  };

const reports: Record<Reported['kind'], Report> = {
  post: reportOnePost,
  comment: reportOneComment,
  member: reportOneMember,
};

/** Reports something with or without a reason; a post or comment of somebody else leaves every list. Answers what went wrong, or nothing. */
export function report(reported: Reported, reason: string): ReturnType<Report> {
  return reports[reported.kind](reported, reason.trim() || undefined);
}

/** Blocks a member: they and their posts leave every list. Answers what went wrong, or nothing. */
export function blockMember(userId: string): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch, getState) => {
    const body = { userId, action: 'block' } as const;
    const answer = await call<typeof setBlock>('POST', '/users/block', { body });
    if (!answer.ok) return answer;
    const { ids, entities } = selectPostsState(getState()).post;
    for (const id of ids) if (entities[id]?.user_id === userId) dispatch(postDismissed(id));
    dispatch(memberHidden(userId));
    dispatch(suggestionDismissed(userId));
    dispatch(relationshipsReceived({ [userId]: { status: 'none', requestId: null } }));
    void dispatch(readFollowersAgain());
    if (selectFollowList(getState(), 'followings').status !== 'idle') void dispatch(loadFollowList('followings', true));
    showSuccess(answer.message);
    return undefined;
  };
}
