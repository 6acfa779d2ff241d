/** Bookmarks a post. The change is shown at once and rolled back if it is refused; the last click counts. */
import type { createBookmark, deleteBookmark } from '@afterhours/contract/posts/bookmarks';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { isQueued, queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk } from '#lib/store.ts';
import { showUndoToast, withdrawUndoToast } from '#ui/toasts/undo-toast.tsx';
import { forgetIfGone } from './post-commands.ts';
import { selectPostsState, viewerStateReceived, viewerStateSettled, viewerStateWanted } from './posts-slice.ts';

type Bookmark = { _id: string } | null;
type Outcome = { ok: true; message?: string; bookmark: Bookmark } | CallFailure;

const PENDING = 'pending';

async function send(postId: string, stored: Bookmark, wanted: boolean): Promise<Outcome> {
  if (wanted === (stored !== null)) return { ok: true, bookmark: stored };
  if (stored) {
    const params = { bookmarkId: stored._id };
    const response = await call<typeof deleteBookmark>('DELETE', '/bookmark/delete/:bookmarkId', { params });
    // It is already gone, which is what the viewer wanted.
    if (response.ok || response.status === 404) return { ok: true, message: response.message, bookmark: null };
    return response;
  }
  const response = await call<typeof createBookmark>('POST', '/bookmark/create', { body: { post_id: postId } });
  return response.ok ? { ok: true, message: response.message, bookmark: { _id: response.body._id } } : response;
}

/** Adds or removes the viewer's bookmark; a removal can be undone for a moment. */
export function setBookmarked(postId: string, wanted: boolean): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    dispatch(viewerStateWanted({ postId, viewerState: { bookmark: wanted ? { _id: PENDING } : null } }));
    const key = `bookmark ${postId}`;
    if (wanted) withdrawUndoToast(key);
    const outcome = await queueSerially(key, async () => {
      const stored = selectPostsState(getState()).undo.viewerState[postId]?.bookmark ?? null;
      const sent = await send(postId, stored, wanted);
      if (sent.ok)
        dispatch(viewerStateReceived({ postId, wanted: 'bookmark', viewerState: { bookmark: sent.bookmark } }));
      return sent;
    });
    if (isQueued(key)) return;
    dispatch(viewerStateSettled({ postId, wanted: 'bookmark' }));
    dispatch(forgetIfGone(postId, outcome));
    if (!outcome.ok) showError(outcome.message);
    else if (outcome.message && wanted) showSuccess(outcome.message);
    else if (outcome.message)
      showUndoToast({ id: key, message: outcome.message, onUndo: () => void dispatch(setBookmarked(postId, true)) });
  };
}
