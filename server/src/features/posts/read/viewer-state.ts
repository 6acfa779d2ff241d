/** The viewer state of one post, and how it is built from database rows. */

import { type CachedViewerRow, MAX_CACHED_ROWS } from './viewer-cache-query.ts';
import type { ViewerStateRow } from './viewer-state-query.ts';

export type ViewerState = {
  liked: boolean;
  bookmarkId: string | null;
  rating: number | null;
  applied: boolean;
  payment: {
    id: string;
    status: 'pending' | 'completed' | 'failed' | 'refunded';
    refund_requested_at: Date | string | null;
  } | null;
  /** A comment on it is reported, so the post differs for this viewer. */
  commentReported: boolean;
};

export const noViewerState: ViewerState = {
  liked: false,
  bookmarkId: null,
  rating: null,
  applied: false,
  payment: null,
  commentReported: false,
};

/** Returns the viewer state by post; posts without state are missing. Null when there is more than was requested. */
export function toViewerStates(row: CachedViewerRow): Map<string, ViewerState> | null {
  const { likes, bookmarks, ratings, applications, payments, reported_in, comment_likes } = row;
  const lists = [likes, bookmarks, ratings, applications, payments, reported_in, comment_likes];
  if (lists.some((list) => list !== null && list.length > MAX_CACHED_ROWS)) return null;
  const all = new Map<string, ViewerState>();
  const at = (postId: string): ViewerState => {
    const known = all.get(postId) ?? { ...noViewerState };
    all.set(postId, known);
    return known;
  };
  for (const id of likes ?? []) at(id).liked = true;
  for (const { id, post_id } of bookmarks ?? []) at(post_id).bookmarkId = id;
  for (const { rating, post_id } of ratings ?? []) at(post_id).rating = rating;
  for (const id of applications ?? []) at(id).applied = true;
  for (const { post_id, ...payment } of payments ?? []) at(post_id).payment = payment;
  for (const id of reported_in ?? []) at(id).commentReported = true;
  return all;
}

/** Returns the state on one post, null when there is none. */
export function toViewerState(row: ViewerStateRow): ViewerState | null {
  const { liked, bookmark_id, rating, applied, payment_id, payment_status, refund_requested_at, comment_reported } =
    row;
  const payment =
    payment_id !== null && payment_status !== null
      ? { id: payment_id, status: payment_status, refund_requested_at }
      : null;
  const untouched = !liked && bookmark_id === null && rating === null && !applied && payment === null;
  if (untouched && !comment_reported) return null;
  return { liked, bookmarkId: bookmark_id, rating, applied, payment, commentReported: comment_reported };
}
