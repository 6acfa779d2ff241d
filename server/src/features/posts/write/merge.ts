/** Merges the fields of a change into a post. */
import { fromJob, type JobField, type JobFields, type JobTerms, jobFields } from '@afterhours/contract/jobs';
import type { CreatePostBody, UpdatePostBody } from '@afterhours/contract/posts';
import { givenOr, mergeTerms } from '../webinars/terms.ts';
import type { lockTerms } from '../webinars/webinar-queries.ts';
import { listPickedHashtags } from './content.ts';
import type { lockPostContent } from './queries.ts';

export type Locked = NonNullable<Awaited<ReturnType<typeof lockPostContent>>>;

/** Returns the job terms that the form contains. */
const givenTerms = (fields: UpdatePostBody): JobFields =>
  Object.fromEntries(
    (Object.keys(jobFields) as JobField[]).flatMap((name) =>
      fields[name] === undefined ? [] : [[name, fields[name]]],
    ),
  );

/** The present terms of a job or webinar; null for posts of other types. */
type Present = { job: JobTerms | null; webinar: Awaited<ReturnType<typeof lockTerms>> | null };

/** Returns the complete form after the change: a missing field keeps the post's present value. */
export function mergeFields(post: Locked, present: Present, fields: UpdatePostBody): CreatePostBody {
  const terms = present.job ? fromJob(present.job) : {};
  return {
    ...terms,
    ...givenTerms(fields),
    postType: post.post_type,
    title: givenOr(fields.title, post.title),
    description: givenOr(fields.description, post.description),
    opening: givenOr(fields.opening, post.opening),
    salary: givenOr(fields.salary, post.salary),
    link: givenOr(fields.link, post.link),
    startsAt: givenOr(fields.startsAt, post.starts_at?.toISOString() ?? null),
    timeZone: givenOr(fields.timeZone, post.time_zone),
    hashtags: givenOr(fields.hashtags, listPickedHashtags(post)),
    filenames: fields.filenames,
    ...(present.webinar && mergeTerms(present.webinar, fields)),
  };
}
