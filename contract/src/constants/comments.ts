/**
 * Limits and texts of comments, in a module of their own: pages need them before any form, and schemas load with the
 * forms.
 */
import { defineMessages } from '../base/message.ts';

export const MAX_COMMENT = 2_000;
/** How many top-level comments a post shows, and how many replies open at once. */
export const COMMENTS_SHOWN = 3;
export const REPLIES_SHOWN = 5;

export const commentMessages = defineMessages('comments', {
  required: 'Comment is required',
  created: 'Comment added.',
  updated: 'Comment saved.',
  deleted: 'Comment deleted.',
  editOwn: 'Only the author can edit a comment.',
  deleteOwn: 'Only the author of a comment or of its post can delete it.',
  notFound: 'This comment is no longer available.',
});
