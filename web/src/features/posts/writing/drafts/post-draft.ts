/** Unsent post drafts kept in the browser: one new post per member, and one per edited post. */
import { defineMessages } from '@afterhours/contract/base/message';
import { type PostVisibility, postVisibilities } from '@afterhours/contract/constants/visibility';
import type { JobTerms } from '@afterhours/contract/jobs/jobs';
import { type PostType, postTypes } from '@afterhours/contract/posts/posts';
import type { WebinarTerms } from '@afterhours/contract/webinars/webinars';
import type { StoredPost } from '#entities/posts/entities.ts';
import { readDraft, writeDraft } from '#lib/browser/session-storage.ts';
import { toLocalField } from '#lib/text/local-field.ts';
import { t } from '#lib/text/translate.ts';
import type { KeptImage } from '../pictures/use-image-uploads.ts';
import { emptyJob, type JobValues, jobNames, toJobValues } from '../types/job-values.ts';
import { newWebinarValues, toWebinarValues, type WebinarValues, webinarValueNames } from '../types/webinar-values.ts';

const texts = defineMessages('posts.draft', {
  picture: 'picture {number}',
});

export type PostFormValues = JobValues & {
  /** '' if none is chosen yet. */
  postType: PostType | '';
  visibility: PostVisibility;
  title: string;
  opening: string;
  salary: string;
  link: string;
  /** The value of a `datetime-local` field: local time, `YYYY-MM-DDTHH:mm`. */
  startsAt: string;
  description: string;
  /** The link whose preview was removed; '' for none. */
  droppedLink: string;
} & WebinarValues;
export type PostDraft = {
  values: PostFormValues;
  images: KeptImage[];
  /** The content of the edited post that the draft is a change of, if the draft was stored. */
  before?: string | undefined;
};
/** Whose draft it is, and of which post if one is edited. */
export type DraftPlace = { userId: string; postId?: string | undefined };

const emptyPost: PostFormValues = {
  ...emptyJob,
  postType: 'general',
  visibility: 'public',
  title: '',
  opening: '',
  salary: '',
  link: '',
  startsAt: '',
  ...newWebinarValues,
  description: '',
  droppedLink: '',
};

/** Returns the name under which the browser stores a draft. */
export const nameOfPostDraft = ({ userId, postId }: DraftPlace): string =>
  `post:${userId}${postId ? `:${postId}` : ''}`;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** An empty form, with the audience of the member's last post. */
export const emptyDraft = (visibility: PostVisibility): PostDraft => ({
  values: { ...emptyPost, visibility },
  images: [],
});

/** The fields of a post that its form edits. */
type WrittenPost = Pick<
  StoredPost,
  'postType' | 'visibility' | 'title' | 'opening' | 'salary' | 'link' | 'startsAt' | 'description' | 'attachments'
> & { job: JobTerms | null; webinar: WebinarTerms | null };

/** The form of a post before any change. */
export function toUntouched(post: WrittenPost): PostDraft {
  const { postType, visibility, title, opening, salary, job, link, startsAt, description } = post;
  return {
    values: {
      ...toJobValues(job),
      postType,
      visibility,
      title: title ?? '',
      opening: opening ?? '',
      salary: salary ?? '',
      link: link ?? '',
      startsAt: startsAt ? toLocalField(new Date(startsAt)) : '',
      ...(post.webinar ? toWebinarValues(post.webinar) : newWebinarValues),
      description,
      droppedLink: '',
    },
    images: post.attachments.map(({ _id, filename, alt, url }, at) => ({
      key: _id,
      attachmentId: _id,
      name: t(texts.picture, { number: at + 1 }),
      alt,
      filename,
      preview: url,
    })),
  };
}

const textNames = ['title', 'opening', 'salary', 'link', 'startsAt', 'description', 'droppedLink'] as const;

/** Returns the stored draft on top of the untouched form; invalid parts are ignored. */
export function readPostDraft(place: DraftPlace, untouched: PostDraft): PostDraft {
  const kept = readDraft(nameOfPostDraft(place));
  if (!isRecord(kept) || !isRecord(kept.values)) return untouched;
  const values: PostFormValues = { ...untouched.values };
  for (const name of [...textNames, ...jobNames, ...webinarValueNames]) {
    const value = kept.values[name];
    if (typeof value === 'string') values[name] = value;
  }
  const type = postTypes.find((each) => each === (kept.values as Record<string, unknown>).postType);
  if (type && !place.postId) values.postType = type;
  const audience = postVisibilities.find((each) => each === (kept.values as Record<string, unknown>).visibility);
  if (audience) values.visibility = audience;
  const images = Array.isArray(kept.images) ? kept.images.filter((image): image is KeptImage => isRecord(image)) : [];
  // A picture that is no longer attached is dropped.
  const attached = new Set(untouched.images.map(({ attachmentId }) => attachmentId));
  const before = typeof kept.before === 'string' ? kept.before : undefined;
  return { values, images: images.filter(({ attachmentId }) => !attachmentId || attached.has(attachmentId)), before };
}

/** Whether the untouched form belongs to a new post: a published one has a description. */
export const isNew = (untouched: PostFormValues): boolean => untouched.description === '';

/** Returns everything that can be written in a form, for comparisons. */
export const contentOf = ({ values, images }: PostDraft): string =>
  JSON.stringify([values, images.map(({ key, alt }) => [key, alt])]);

/** Parses what `contentOf` returned. */
const parseContent = (content: string) => JSON.parse(content) as [Record<string, unknown>, unknown];

/**
 * Whether two contents are the same. Fields that only one of them has do not count: they were added to the form by a
 * version of the product between the two.
 */
export function isSameContent(one: string, other: string): boolean {
  if (one === other) return true;
  const [[values, images], [otherValues, otherImages]] = [parseContent(one), parseContent(other)];
  const both = Object.keys(values).filter((name) => name in otherValues);
  return (
    JSON.stringify(images) === JSON.stringify(otherImages) && both.every((name) => values[name] === otherValues[name])
  );
}

/** Whether nothing was written yet. Choosing the type or the audience of a new post does not count. */
export function isUntouched(draft: PostDraft, untouched: PostDraft): boolean {
  const { postType, visibility } = untouched.values;
  const written = isNew(untouched.values) ? { ...draft, values: { ...draft.values, postType, visibility } } : draft;
  return contentOf(written) === contentOf(untouched);
}

/** Stores the draft; an unchanged form stores none. */
export function writePostDraft(place: DraftPlace, draft: PostDraft, untouched: PostDraft): void {
  writeDraft(nameOfPostDraft(place), isUntouched(draft, untouched) ? null : draft);
}

export const forgetPostDraft = (place: DraftPlace): void => writeDraft(nameOfPostDraft(place), null);
