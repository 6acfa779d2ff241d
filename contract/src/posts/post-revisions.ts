/** Earlier versions of posts. */
import * as z from 'zod/mini';
import { dateTime, idParams } from '../base/fields.ts';
import { pagedBeside, pagingQuery } from '../base/paging.ts';
import { route } from '../base/route.ts';

/**
 * A version of a post: its content from `at` until the next version. Pay and time of jobs and webinars are included;
 * the link of a webinar, which only some may see, is not.
 */
export const postRevision = z.object({
  /** Identifies the version among those of its post. */
  _id: z.string(),
  /** 1 is the version that was published. */
  seq: z.int(),
  at: dateTime,
  title: z.nullable(z.string()),
  description: z.string(),
  opening: z.nullable(z.string()),
  salary: z.nullable(z.string()),
  startsAt: z.nullable(dateTime),
  timeZone: z.nullable(z.string()),
  /** The descriptions of its pictures, '' for none. Removed pictures are deleted. */
  pictures: z.array(z.string()),
});
export type PostRevision = z.infer<typeof postRevision>;
z.globalRegistry.add(postRevision, { id: 'PostRevision' });

export const listPostRevisions = route({
  method: 'GET',
  path: '/post/:id/revisions',
  summary: 'All versions of a post, the present one first, for anybody who may see the post',
  access: 'optional',
  cost: 'read',
  params: idParams,
  query: pagingQuery,
  response: z.array(postRevision),
  beside: pagedBeside,
});
