/** Splits the posts and comments of a response, so that each post, comment and person is stored once. */
import type { Person } from '@afterhours/contract/people/people';
import type { Comment } from '@afterhours/contract/posts/comments';
import type { Post } from '@afterhours/contract/posts/posts';
import { createAction } from '@reduxjs/toolkit';

export type StoredPost = Omit<Post, 'user' | 'comments'>;
export type StoredComment = Omit<Comment, 'user'> & {
  /** Written here and not yet confirmed by the server. */
  pending?: boolean;
  /** Deleted elsewhere, but shown until the form in which it is edited is closed. */
  leaving?: boolean;
};

/** `total` is exact once the thread is loaded; before that, it includes replies to comments that are not loaded yet. */
export type CommentThread = { key: string; ids: string[]; total: number; exact: boolean; cursor: string | null };
type PostEntities = { posts: StoredPost[]; comments: StoredComment[]; users: Person[]; threads: CommentThread[] };
export type CommentEntities = { comments: StoredComment[]; users: Person[] };

export function splitComments(comments: readonly Comment[]): CommentEntities {
  return {
    // The response omits the note once a comment is released; set explicitly, the field removes an earlier note.
    comments: comments.map(({ user, ...comment }) => ({ ...comment, held: comment.held, user_id: user._id })),
    users: comments.map((comment) => comment.user),
  };
}

/** A post's first comments open its thread; the number of remaining comments is exact once the thread is loaded. */
function splitPosts(posts: readonly Post[]): PostEntities {
  const entities: PostEntities = { posts: [], comments: [], users: [], threads: [] };
  for (const { user, comments, ...post } of posts) {
    const below = splitComments(comments);
    const replies = comments.reduce((sum, comment) => sum + comment.repliesCount, 0);
    entities.posts.push({ ...post, held: post.held });
    entities.users.push(user, ...below.users);
    entities.comments.push(...below.comments);
    const total = Math.max(comments.length, post.commentsCount - replies);
    entities.threads.push({
      key: post._id,
      ids: comments.map((comment) => comment._id),
      total,
      // A single missing comment cannot be a reply, which would have a parent.
      exact: total - comments.length <= 1,
      cursor: null,
    });
  }
  return entities;
}

/** The versions of the posts and of the comments at a request: what changes later is newer than the response. */
type Versions = { posts: number; comments: number };
const NEWEST: Versions = { posts: Number.POSITIVE_INFINITY, comments: Number.POSITIVE_INFINITY };

/** The posts of a response, and the versions at its request. */
export const postsReceived = createAction('posts/received', (posts: readonly Post[], versions = NEWEST) => ({
  payload: splitPosts(posts),
  meta: versions,
}));
/** The comments of a response; `version` is the one of the comments at its request. */
export const commentsReceived = createAction<
  CommentEntities & { thread?: CommentThread; append?: boolean; version?: number }
>('comments/received');
type Counts = Partial<Pick<StoredPost, 'commentsCount' | 'averageRating' | 'ratingsCount' | 'webinar'>>;
/** The exact numbers of a post from the server: of comments, of ratings, of the seats left in a webinar. */
export const postCounted = createAction<{ postId: string } & Counts>('posts/counted');
