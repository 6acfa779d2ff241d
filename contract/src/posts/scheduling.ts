/** When to publish a post: the field of the post form, and the response to it. */
import * as z from 'zod/mini';
import { dateTime, givenDateTime, id } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';

/** How many scheduled posts a member may have, and how many days ahead. */
export const MAX_SCHEDULED = 50;
export const MAX_DAYS_AHEAD = 366;

const texts = defineMessages('scheduledPosts.field', {
  notTime: 'publishAt must be a time with an offset, such as 2030-01-31T09:00:00Z.',
});

/** The time at which to publish a post; immediately if omitted. */
export const publishAt = z.optional(
  z.nullable(z.union([z.literal(''), givenDateTime(issueText(texts.notTime))], issueText(texts.notTime))),
);

/** The response in place of the post, which does not exist yet. */
export const scheduled = z.object({ scheduled: z.object({ _id: id, publishAt: dateTime }) });
export type Scheduled = z.infer<typeof scheduled>;
