import type { Label } from '@afterhours/contract/constants/labels';
import type { Comment } from '@afterhours/contract/posts/comments';
import type { Mention } from '@afterhours/contract/posts/mentions';
import { type PersonRow, toPersonView } from '#features/people/views.ts';

export type CommentRow = PersonRow & {
  comment_id: string;
  post_id: string;
  parent_id: string | null;
  comment: string;
  /** Null if there are none. */
  mentions: Mention[] | null;
  label: Label | null;
  likes_count: number;
  replies_count: number;
  created_at: Date;
  updated_at: Date;
  liked: boolean;
  /** The rule that holds the comment; only its author sees it then. */
  held_rule: string | null;
};

/** Returns the part of a comment that is the same for all viewers without blocks or reports. */
export const toSharedComment = (row: Omit<CommentRow, 'liked'>): Omit<Comment, 'commentLiked'> => ({
  _id: row.comment_id,
  post_id: row.post_id,
  user_id: row.id,
  parent_id: row.parent_id,
  user: toPersonView(row),
  comment: row.comment,
  mentions: row.mentions ?? [],
  label: row.label,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  likesCount: row.likes_count,
  repliesCount: row.replies_count,
  ...(row.held_rule === null ? {} : { held: { rule: row.held_rule } }),
});

export const toCommentView = (row: CommentRow): Comment =>
  Object.assign(toSharedComment(row), { commentLiked: row.liked });
