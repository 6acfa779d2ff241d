/** Hashtags: letters of any script, digits and `_`; compared without regard to case; the `#` is not part of them. */
import * as z from 'zod/mini';
import { id } from './fields.ts';

export const MAX_HASHTAG = 50;
export const MAX_POST_HASHTAGS = 30;

export const hashtag = z.object({ _id: id, title: z.string(), postsCount: z.int() });

/** Finds `#words` in a text; the match's first group is what stands before, the second the tag. */
export const HASHTAG_PATTERN = /(^|[^\p{L}\p{N}\p{M}_&/#])#([\p{L}\p{N}\p{M}_]{1,50})(?![\p{L}\p{N}\p{M}_])/gu;

/** The form in which tags are compared: without `#`, lower case. */
export const hashtagSlug = (tag: string): string => tag.replace(/^#/, '').normalize('NFC').toLowerCase();

/** The tags of a text in order of appearance, each once, as first written. Numbers alone are no tags. */
export function extractHashtags(...texts: (string | null | undefined)[]): string[] {
  const found = new Map<string, string>();
  for (const text of texts) {
    for (const [, , tag = ''] of (text ?? '').matchAll(HASHTAG_PATTERN)) {
      if (/[^\d_]/.test(tag) && !found.has(hashtagSlug(tag))) found.set(hashtagSlug(tag), tag);
    }
  }
  return [...found.values()].slice(0, MAX_POST_HASHTAGS);
}
