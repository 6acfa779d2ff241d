/**
 * Last step of a list of posts: its JSON. A post's own JSON was made when the post was loaded; only what depends on the
 * viewer is added here.
 */
import type { AllowedPost } from './rules.ts';

/** Returns the JSON of the contract's `post`. */
function presentPost({ post, state, likedComments, link, viewerCan }: AllowedPost): string {
  const comments = post.comments.map(
    ({ id, json, liked }) => `${json},"commentLiked":${liked || likedComments.has(id)}}`,
  );
  const forViewer = {
    link,
    isLiked: state.liked,
    bookmark: state.bookmarkId === null ? null : { _id: state.bookmarkId },
    ratingOfPost: state.rating,
    payment: state.payment,
    applied: state.applied,
    viewerCan,
  };
  return `${post.json},"comments":[${comments.join(',')}],${JSON.stringify(forViewer).slice(1)}`;
}

/** Returns each post as JSON. */
export const present = (posts: readonly AllowedPost[]): string[] => posts.map(presentPost);
