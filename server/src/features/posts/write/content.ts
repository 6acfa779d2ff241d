/** The content of a post: converts the form's fields to columns, and extracts the tags. */
import { MAX_POST_FILES, uploadMessages } from '@afterhours/contract/constants/uploads';
import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import { type JobTerms, toJob } from '@afterhours/contract/jobs/jobs';
import type { CaseKind } from '@afterhours/contract/moderation/staff-cases';
import { extractHashtags, hashtagSlug, MAX_POST_HASHTAGS } from '@afterhours/contract/posts/hashtags';
import type { CreatePostBody, PostType } from '@afterhours/contract/posts/posts';
import { describePay } from '#features/hiring/loaders.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import { toTerms } from '../webinars/terms.ts';
import type { PostContent } from './queries.ts';

/** Returns the tags of a post: those in its text, then those picked beside it, without duplicates. */
function hashtagsOf(fields: Pick<CreatePostBody, 'title' | 'description' | 'hashtags'>): string[] {
  const written = extractHashtags(fields.title, fields.description);
  const known = new Set(written.map(hashtagSlug));
  const picked = (fields.hashtags ?? [])
    .map((tag) => tag.replace(/^#/, ''))
    .filter((tag) => !known.has(hashtagSlug(tag)));
  return [...new Map([...written, ...picked].map((tag) => [hashtagSlug(tag), tag])).values()].slice(
    0,
    MAX_POST_HASHTAGS,
  );
}

/** Returns the tags of a post that were picked beside its text. */
export function listPickedHashtags(post: Pick<PostContent, 'title' | 'description' | 'hashtags'>): string[] {
  const written = new Set(extractHashtags(post.title, post.description).map(hashtagSlug));
  return post.hashtags.filter((tag) => !written.has(hashtagSlug(tag)));
}

/**
 * Returns the tags under which members find a post. There are none for connections-only posts, which no tag page lists.
 */
export const findableHashtags = (visibility: PostVisibility | undefined, hashtags: string[]): string[] =>
  visibility === 'connections' ? [] : hashtags;

/** Returns a job's pay as text: from its terms, or the free text of a job without terms. */
const salaryOf = (job: JobTerms | null, { salary }: CreatePostBody): string | null =>
  job === null ? salary || null : describePay(job);

/**
 * Converts the form to columns: keeps the fields that the type has; empty fields become null. `addedTax` is the
 * seller's rate, for a webinar that adds tax to its price.
 */
export function toContent(fields: CreatePostBody, addedTax: number | null = null): PostContent {
  const isJob = fields.postType === 'job';
  const job = isJob ? toJob(fields) : null;
  const isWebinar = fields.postType === 'webinar';
  return {
    title: (isJob || isWebinar ? fields.title : null) || null,
    description: fields.description,
    opening: (isJob ? fields.opening : null) || null,
    salary: isJob ? salaryOf(job, fields) : null,
    job,
    link: (isWebinar ? fields.link : null) || null,
    startsAt: isWebinar && fields.startsAt ? new Date(fields.startsAt) : null,
    timeZone: (isWebinar && fields.startsAt ? fields.timeZone : null) || null,
    terms: toTerms(fields, addedTax),
    hashtags: hashtagsOf(fields),
  };
}

/** Returns all readable text of a post, for the filters. */
export const textsOf = ({ title, description, opening, salary, job, link, hashtags }: PostContent) => [
  title,
  description,
  opening,
  salary,
  job?.place ?? null,
  ...(job?.questions ?? []).flatMap(({ text, choices }) => [text, ...choices]),
  link,
  ...hashtags,
];

/**
 * Returns the pictures of a form: those just stored for it, then those that it names, each once and with the first of
 * its descriptions, which are in the same order.
 */
export function picturesOf(
  { filenames = [], alts = [] }: Pick<CreatePostBody, 'filenames' | 'alts'>,
  uploads: readonly { filename: string }[] = [],
) {
  const all = [...uploads.map(({ filename }) => filename), ...filenames];
  const isFirst = (_value: string, index: number) => all.indexOf(all[index] ?? '') === index;
  return { filenames: all.filter(isFirst), alts: alts.slice(0, all.length).filter(isFirst) };
}

export function requireFewPictures(filenames: readonly string[]): void {
  if (filenames.length > MAX_POST_FILES) throw fieldProblem('attachfiles', uploadMessages.tooManyFiles);
}

/** Returns the kind of a case about a post of this type. */
export const kindOf = (postType: PostType): CaseKind => (postType === 'general' ? 'post' : postType);
