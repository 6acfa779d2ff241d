/** Merges the fields of a change into a post. */
import { fromJob, type JobField, type JobFields, type JobTerms, jobFields } from '@afterhours/contract/jobs/jobs';
import type { CreatePostBody, UpdatePostBody } from '@afterhours/contract/posts/posts';
import type { Selectable } from 'kysely';
import type { WebinarsTable } from '#db/schema/tables/webinars.ts';
import { givenOr, mergeTerms } from '../webinars/terms.ts';
import { listPickedHashtags } from './content.ts';
import type { lockPostContent } from './queries.ts';

export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPostContent>>>;

/** A post before a change: its locked row, and its present terms if it is a job or a webinar. */
export type PostBefore = {
  post: LockedPost;
  job: JobTerms | null;
  webinar: Selectable<WebinarsTable> | null;
};

/** Returns the job terms that the form contains. */
const givenTerms = (fields: UpdatePostBody): JobFields =>
  Object.fromEntries(
    (Object.keys(jobFields) as JobField[]).flatMap((name) =>
      fields[name] === undefined ? [] : [[name, fields[name]]],
    ),
  );

/** Returns the complete form after the change: a missing field keeps the post's present value. */
export function mergeFields({ post, job, webinar }: PostBefore, fields: UpdatePostBody): CreatePostBody {
  const terms = job ? fromJob(job) : {};
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
    ...(webinar && mergeTerms(webinar, fields)),
  };
}
