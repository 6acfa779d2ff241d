/** Ratings: one to five whole stars per member and post. An author's rating of their own post is never counted. */
import * as z from 'zod/mini';
import { id } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';

export const MAX_RATING = 5;

export const ratingMessages = defineMessages('ratings', {
  saved: 'Rating saved.',
  removed: 'Rating removed.',
  invalid: 'A rating is a whole number of stars from 1 to 5.',
});

const invalid = issueText(ratingMessages.invalid);
const rated = z.object({ _id: id, ratingOfPost: z.int(), averageRating: z.number(), ratingsCount: z.int() });

export const setRating = route({
  method: 'PUT',
  path: '/post/rating',
  summary: 'Rate a post; a later rating replaces mine',
  access: 'member',
  cost: 'write',
  // user_id is the author's id, which the post already contains.
  body: z.object({
    _id: id,
    user_id: z.optional(z.nullable(id)),
    rating: z.int(invalid).check(z.gte(1, invalid), z.lte(MAX_RATING, invalid)),
  }),
  response: rated,
});

export const deleteRating = route({
  method: 'DELETE',
  path: '/post/rating/:postId',
  summary: 'Remove my rating of a post; repeating the call changes nothing',
  access: 'member',
  cost: 'write',
  params: z.object({ postId: id }),
  response: rated,
});
