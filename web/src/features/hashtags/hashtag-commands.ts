/** Hashtags: the panel's list, creating one, and suggestions for typed text. */
import type { createHashtag, Hashtag, listHashtags } from '@afterhours/contract/posts/hashtags';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import {
  hashtagCreated,
  hashtagsFailed,
  hashtagsLoaded,
  hashtagsRequested,
  selectHashtagState,
} from './hashtag-slice.ts';

const SUGGESTED = '6';

/** Loads the first page of the hashtags, or the next one. */
export function loadHashtags(further = false): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { cursor } = selectHashtagState(getState());
    const query = further && cursor ? { cursor } : {};
    dispatch(hashtagsRequested());
    const response = await call<typeof listHashtags>('GET', '/hashtag/getAllHashtags', { query });
    if (!response.ok) dispatch(hashtagsFailed());
    else dispatch(hashtagsLoaded({ hashtags: response.body, cursor: response.nextCursor, further: 'cursor' in query }));
  };
}

/** Creates a hashtag and reloads the list, with the new one on top. Returns the failure, or undefined. */
export function addHashtag(title: string): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch) => {
    const response = await call<typeof createHashtag>('POST', '/hashtag/createHashtag', { body: { title } });
    if (!response.ok) return response;
    dispatch(hashtagCreated(response.body));
    showSuccess(response.message, 'top-center');
    void dispatch(loadHashtags());
    return undefined;
  };
}

/** Returns the most used hashtags that begin with a text; none if they cannot be loaded. */
export async function suggestHashtags(keyword: string, signal: AbortSignal): Promise<Hashtag[]> {
  const query = { keyword, limit: SUGGESTED };
  const response = await call<typeof listHashtags>('GET', '/hashtag/getAllHashtags', { query, signal });
  return response.ok ? response.body : [];
}
