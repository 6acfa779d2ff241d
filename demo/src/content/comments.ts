import texts from '../../texts/comments.json' with { type: 'json' };
import type { GeneralKind } from './general.ts';

export type Topic = GeneralKind | 'job' | 'webinar';

/** First answers to a post, by its kind; slots: name (the author's first name), work, thing, number. */
export const commentTemplates: Record<Topic, readonly string[]> = texts.commentTemplates;

/** Replies within a thread: by the author of the post, and by others. */
export const authorReplies: readonly string[] = texts.authorReplies;
export const otherReplies: readonly string[] = texts.otherReplies;
