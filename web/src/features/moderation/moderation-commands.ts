/** Reports, which hide a post or comment from its reporter, and blocks, which hide two members from each other. */
import type {
  ReportCategory,
  reportComment,
  reportMember,
  reportMessage,
  reportPost,
  setBlock,
} from '@afterhours/contract/moderation/moderation';
import { commentGone, commentHidden, selectCommentsState } from '#entities/comments/comments-slice.ts';
import { relationshipsReceived } from '#entities/people/connection-slice.ts';
import { selectFollowing, selectFollowList } from '#entities/people/follow-slice.ts';
import { notifyGone, RELOADED_WITHIN_MS } from '#entities/people/gone-members.ts';
import { suggestionDismissed } from '#entities/people/suggestion-slice.ts';
import { memberHidden, selectPerson } from '#entities/people/user-slice.ts';
import { postCounted } from '#entities/posts/entities.ts';
import { forgetIfGone, loadPost } from '#entities/posts/post-commands.ts';
import { postDismissed, selectPostsState } from '#entities/posts/posts-slice.ts';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { showSuccess } from '#lib/notify.ts';
import type { AppThunk, RootState } from '#lib/store.ts';

export type Reported = {
  kind: 'post' | 'comment' | 'member' | 'message';
  id: string;
  /** True if it is the reporter's own content, which stays in place. */
  own?: boolean;
};
export type About = { words?: string; category?: ReportCategory };
type Report = (reported: Reported, about: About) => AppThunk<Promise<CallFailure | undefined>>;

const reportOnePost: Report =
  ({ id, own }, about) =>
  async (dispatch) => {
    const response = await call<typeof reportPost>('POST', '/post/reportPost', { body: { post_id: id, ...about } });
    if (!response.ok) {
      // The post leaves the page, and with it the dialog that would show the failure.
      if (response.status === 404) showFailure(response);
      dispatch(forgetIfGone(id, response));
      return response;
    }
    if (!own) dispatch(postDismissed(id));
    showSuccess(response.message);
    return undefined;
  };

const reportOneComment: Report =
  ({ id }, about) =>
  async (dispatch) => {
    const response = await call<typeof reportComment>('POST', '/post/reportComment', {
      body: { comment_id: id, ...about },
    });
    if (!response.ok) return response;
    dispatch(commentHidden(id));
    dispatch(commentGone(id));
    dispatch(postCounted({ postId: response.body.post_id, commentsCount: response.commentsCount }));
    showSuccess(response.message);
    return undefined;
  };

const reportOneMember: Report =
  ({ id }, about) =>
  async () => {
    const response = await call<typeof reportMember>('POST', '/users/report', { body: { userId: id, ...about } });
    if (!response.ok) return response;
    showSuccess(response.message);
    return undefined;
  };

const reportOneMessage: Report =
  ({ id }, about) =>
  async () => {
    const response = await call<typeof reportMessage>('POST', '/messages/report', {
      body: { message_id: id, ...about },
    });
    if (!response.ok) return response;
    showSuccess(response.message);
    return undefined;
  };

const reports: Record<Reported['kind'], Report> = {
  post: reportOnePost,
  comment: reportOneComment,
  member: reportOneMember,
  message: reportOneMessage,
};

/** Reports something, and removes another member's post or comment from every list. Returns the failure, if any. */
export function report(reported: Reported, { words = '', ...about }: About): ReturnType<Report> {
  return reports[reported.kind](reported, { ...about, ...(words.trim() ? { words: words.trim() } : {}) });
}

/** Whether the viewer is known to follow the member, or to be followed by them. */
const isFollow = (state: RootState, userId: string): boolean =>
  selectFollowing(state, userId) === true || selectFollowList(state, 'followers').ids.includes(userId);

/**
 * Removes a member, their posts and their comments from every list. All tabs hide a member who is `gone`, so they load
 * their counts again only if these include the member.
 */
export function hideMember(userId: string, gone = false): AppThunk {
  return (dispatch, getState) => {
    const state = getState();
    const { ids, entities } = selectPostsState(state).post;
    for (const id of ids) if (entities[id]?.user_id === userId) dispatch(postDismissed(id));
    const theirs = Object.values(selectCommentsState(state).comments.entities).filter(
      ({ user_id, post_id }) => user_id === userId && entities[post_id]?.user_id !== userId,
    );
    dispatch(memberHidden(userId));
    if (gone) notifyGone(userId);
    if (gone && !selectPerson(state, userId)) return;
    dispatch(suggestionDismissed(userId));
    dispatch(relationshipsReceived({ [userId]: { status: 'none', requestId: null } }));
    if (!gone || isFollow(state, userId)) void dispatch(loadOwnUser());
    // The member may have written more comments than are loaded.
    for (const id of new Set(theirs.map(({ post_id }) => post_id)))
      setTimeout(() => void dispatch(loadPost(id)), Math.random() * RELOADED_WITHIN_MS);
  };
}

/** Blocks a member, and removes them and their posts from every list. Returns the failure, if any. */
export function blockMember(userId: string): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch) => {
    const body = { userId, action: 'block' } as const;
    const response = await call<typeof setBlock>('POST', '/users/block', { body });
    if (!response.ok) return response;
    dispatch(hideMember(userId));
    showSuccess(response.message);
    return undefined;
  };
}
