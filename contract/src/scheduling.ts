/** When a post is to be published: the field of the form of a post, and what it is answered with. */
import * as z from 'zod/mini';
import { dateTime, givenDateTime, id } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { defineMessages } from './base/message.ts';

/** How many scheduled posts a member may have, and how far ahead. */
export const MAX_SCHEDULED = 50;
export const MAX_DAYS_AHEAD = 366;

const texts = defineMessages('scheduledPosts.field', {
  notTime: 'publishAt must be a time with an offset, such as 2030-01-31T09:00:00Z.',
});

/** The time at which a post is to be published; nothing for now. */
export const publishAt = z.optional(
  z.nullable(z.union([z.literal(''), givenDateTime(issueText(texts.notTime))], issueText(texts.notTime))),
);

/** In place of the post that is not there yet. */
export const scheduled = z.object({ scheduled: z.object({ _id: id, publishAt: dateTime }) });
export type Scheduled = z.infer<typeof scheduled>;
