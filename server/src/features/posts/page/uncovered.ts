/**
 * Posts for readers outside the app, who cannot choose to reveal what a label covers: a note replaces the covered
 * text and pictures.
 */
import { isCovered, labelNotes } from '@afterhours/contract/constants/labels';
import type { Comment } from '@afterhours/contract/posts/comments';
import type { Post } from '@afterhours/contract/posts/posts';
import { english } from '#texts/english.ts';

const withoutCoveredText = (comment: Comment): Comment =>
  isCovered(comment.label) ? { ...comment, comment: english(labelNotes.sensitive), mentions: [] } : comment;

function withoutCovered(post: Post): Post {
  const comments = post.comments.map(withoutCoveredText);
  if (!isCovered(post.label)) return { ...post, comments };
  const nothing = {
    title: null,
    opening: null,
    salary: null,
    job: null,
    attachments: [],
    card: null,
    mentions: [],
    hashtags: [],
  };
  return { ...post, ...nothing, comments, description: english(labelNotes.sensitive) };
}

/** Parses the JSON of a post and removes what a label covers. */
export const parseUncovered = (json: string): Post => withoutCovered(JSON.parse(json) as Post);

/** Does the same for a list of posts. */
export const parseAllUncovered = (json: string): Post[] => (JSON.parse(json) as Post[]).map(withoutCovered);
