import type { Defaulted } from './members.ts';

export type PostReportsTable = {
  id: string;
  user_id: string;
  post_id: string;
  reason: string | null;
  created_at: Defaulted<Date>;
};

/** `post_id` is the comment's; it finds what one reader hides of a post at once. */
export type CommentReportsTable = PostReportsTable & { comment_id: string };
