import type { Defaulted } from './members.ts';

export type PostReportsTable = {
  id: string;
  user_id: string;
  post_id: string;
  reason: string | null;
  created_at: Defaulted<Date>;
};

/** `post_id` is the comment's; with it the comments that one viewer hides below a post are found at once. */
export type CommentReportsTable = PostReportsTable & { comment_id: string };

export type MemberReportsTable = Omit<PostReportsTable, 'post_id'> & { reported_id: string };

/** One row on each side of a block; `by_user` on the side of the blocking member. */
export type MemberBlocksTable = {
  user_id: string;
  other_user_id: string;
  by_user: boolean;
  created_at: Defaulted<Date>;
};
