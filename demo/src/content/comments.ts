import texts from '../../texts/comments.json' with { type: 'json' };
import type { GeneralKind } from './general.ts';

export type Topic = GeneralKind | 'job' | 'webinar';

/** Comments on a post, by its topic. Slots: name (the author's first name), work, thing, number. */
export const commentTemplates: Record<Topic, readonly string[]> = texts.commentTemplates;

/** Replies in a thread, by the post's author and by others. */
export const authorReplies: readonly string[] = texts.authorReplies;
export const otherReplies: readonly string[] = texts.otherReplies;
