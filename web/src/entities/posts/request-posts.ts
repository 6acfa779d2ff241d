import type { Post } from '@afterhours/contract/posts/posts';
import type { CallFailure } from '#lib/api/client.ts';
import { forSameMember } from '#lib/api/for-same-member.ts';
import type { AppThunk } from '#lib/store.ts';
import { selectCommentsState } from '../comments/comments-slice.ts';
import { postsReceived } from './entities.ts';
import { selectPostsState } from './posts-slice.ts';

type Response = { ok: true; body: Post | readonly Post[] } | CallFailure;

/** Sends a call and stores the posts of the response. What changes before it arrives is newer and stays. */
export function requestPosts<R extends Response>(send: () => Promise<R>): AppThunk<Promise<R>> {
  return forSameMember(async (dispatch, getState) => {
    const versions = { posts: selectPostsState(getState()).version, comments: selectCommentsState(getState()).version };
    const response = await send();
    if (response.ok) dispatch(postsReceived([response.body].flat(), versions));
    return response;
  });
}
