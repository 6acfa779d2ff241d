/**
 * Hashtags: letters of any script, digits and `_`, but not only digits, compared ignoring case. The `#` is not part of
 * the tag.
 */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { id, line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { fieldTexts } from '../constants/fields.ts';
import { parseRichText } from './rich-text.ts';

export const MAX_HASHTAG = 50;
export const MAX_POST_HASHTAGS = 30;
/** How many new hashtags a member can create in a day, beside those in posts. */
export const HASHTAGS_A_DAY = 50;
/** How many new hashtags a member's posts, and edits of them, can create in a day. */
export const POST_HASHTAGS_A_DAY = 100;
/** How long a hashtag that no post uses is kept after it was created. */
export const UNUSED_HASHTAG_DAYS = 30;

export const hashtag = z.object({ _id: id, title: z.string(), postsCount: z.int() });

/** Returns the form in which tags are compared: without `#`, in lower case. */
export const hashtagSlug = (tag: string): string => tag.replace(/^#/, '').normalize('NFC').toLowerCase();

/** Returns the tags of texts in order of appearance, each once, as first written: those that are shown as links. */
export function extractHashtags(...texts: (string | null | undefined)[]): string[] {
  const found = new Map<string, string>();
  for (const { kind, text } of texts.flatMap((each) => parseRichText(each ?? ''))) {
    if (kind === 'hashtag' && !found.has(hashtagSlug(text))) found.set(hashtagSlug(text), text.slice(1));
  }
  return [...found.values()].slice(0, MAX_POST_HASHTAGS);
}

export const hashtagMessages = defineMessages('hashtags', {
  created: 'Hashtag created.',
  existing: 'That hashtag already exists.',
  empty: 'Please enter a hashtag',
  invalid: 'A hashtag has up to 50 letters, digits and underscores, and is not only a number.',
  tooMany: 'You have created many hashtags today. Please try again tomorrow.',
});

export type Hashtag = z.infer<typeof hashtag>;
z.globalRegistry.add(hashtag, { id: 'Hashtag' });

const empty = issueText(hashtagMessages.empty);

/** Strips what people type around a tag: white space and a leading `#`. What is no tag in a text is refused. */
const tagTitle = z.pipe(
  z.pipe(
    line({ required: empty, max: 200 }),
    z.transform((value: string) => value.replace(/^#+\s*/, '')),
  ),
  z.string().check(
    z.minLength(1, { error: empty, abort: true }),
    z.refine((title) => extractHashtags(`#${title}`)[0] === title, issueText(hashtagMessages.invalid)),
  ),
);

export const listHashtags = route({
  method: 'GET',
  path: '/hashtag/getAllHashtags',
  summary: 'Hashtags, most used first; with keyword, those that begin with it',
  access: 'member',
  cost: 'read',
  query: z.object({
    ...pagingShape,
    keyword: z.optional(z.string().check(bounded(200, issueText(fieldTexts.tooLong, { max: 200 })))),
  }),
  response: z.array(hashtag),
  beside: pagedBeside,
});

export const createHashtag = route({
  method: 'POST',
  path: '/hashtag/createHashtag',
  summary: 'Create a hashtag; returns an existing one unchanged',
  access: 'confirmed',
  cost: 'write',
  body: z.object({ title: tagTitle }),
  response: hashtag,
});
