/** Posts of three types: their schema, and the calls that write, read and delete them. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { dateTime, flag, givenDateTime, id, idParams, line, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { textList } from '../base/text-list.ts';
import { isSerializableTime, timeZone } from '../base/times.ts';
import { isWebAddress } from '../base/web-address.ts';
import { fieldTexts } from '../constants/fields.ts';
import { MAX_ALT, MAX_IMAGE_BYTES, MAX_POST_FILES, uploadMessages } from '../constants/uploads.ts';
import { postVisibilities, visibilityMessages } from '../constants/visibility.ts';
import { hasBegun } from '../constants/webinars.ts';
import { type JobFields, type JobIssue, job, jobFields, listJobIssues } from '../jobs/jobs.ts';
import { label } from '../moderation/labels.ts';
import { postPayment } from '../payments/payments.ts';
import { likeEntry, onOff, person } from '../people/people.ts';
import { attachment } from '../uploads.ts';
import { listWebinarIssues, webinar, webinarFields } from '../webinars/webinars.ts';
import { comment, held } from './comments.ts';
import { linkCard } from './link-cards.ts';
import { mention } from './mentions.ts';
import { publishAt, scheduled } from './scheduling.ts';

export const MAX_DESCRIPTION = 5_000;
/** A draft may be longer, so that its author can shorten it. */
export const MAX_DRAFT = 2 * MAX_DESCRIPTION;
export const MAX_TITLE = 200;
/** How many of the newest likes a post includes. */
export const LIKES_SHOWN = 20;
/** For lists of posts: with `likes=false`, `likes` is empty, which saves loading the members. */
export const likesShape = { likes: z.optional(z.enum(['true', 'false', ''], issueText(fieldTexts.trueOrFalse))) };

export const postMessages = defineMessages('posts', {
  created: 'Post published.',
  updated: 'Post saved.',
  deleted: 'Post deleted.',
  notFound: 'This post is no longer available.',
  title: 'Please enter a title',
  webinarLink: 'Please enter a link that starts with http:// or https://',
  jobImages: 'Job posts cannot have images.',
  typeFixed: 'The type of a post cannot be changed.',
  webinarPast: 'Please choose a time in the future.',
  notAttached: 'One of these images is no longer attached to this post.',
  notAuthorEdit: 'Only the author can edit a post.',
  notAuthorDelete: 'Only the author can delete a post.',
  empty: 'No Post Found',
  type: 'Please select post type',
  typeFilter: 'postType must be general, job or webinar.',
  description: 'Please enter description',
  notHashtag: 'This is not a hashtag.',
  notTimeZone: 'This is not a time zone.',
  notTime: 'This is not a time.',
  tooManyHashtags: 'Please use at most 30 hashtags.',
});

export const postTypes = ['general', 'job', 'webinar'] as const;
export const postType = z.enum(postTypes, issueText(postMessages.type));
export const optionalPostType = z.optional(z.union([postType, z.literal('')], issueText(postMessages.typeFilter)));
export type PostType = z.infer<typeof postType>;

const postVisibility = z.enum(postVisibilities, issueText(visibilityMessages.post));

export const postAuthor = z.extend(person, {
  message_notification: onOff,
  like_notification: onOff,
  comment_notification: onOff,
});

/**
 * The `link` of a webinar is null except for its author and members who have paid; `viewerCan` has what the viewer may
 * do.
 */
export const post = z.object({
  _id: id,
  /** The path of the post's page. */
  url: z.string(),
  user_id: id,
  user: postAuthor,
  postType,
  /** Who may see it: the audience that its author chose, or the profile's where that is smaller. */
  visibility: z.enum(postVisibilities),
  title: z.nullable(z.string()),
  description: z.string(),
  /** The members whom the description mentions and whom the viewer sees. */
  mentions: z.array(mention),
  opening: z.nullable(z.string()),
  salary: z.nullable(z.string()),
  /** The terms of a job; null for posts of other types. */
  job: z.nullable(job),
  link: z.nullable(z.string()),
  startsAt: z.nullable(dateTime),
  /** The IANA name of the time zone in which the host set `startsAt`. */
  timeZone: z.nullable(z.string()),
  /** Null for posts of other types. */
  webinar: z.nullable(webinar),
  attachments: z.array(attachment),
  /** The card of the first link in its text. */
  card: z.nullable(linkCard),
  createdAt: dateTime,
  updatedAt: dateTime,
  /** When its text, details or pictures were last changed; null if never. */
  editedAt: z.nullable(dateTime),
  hashtags: z.array(z.string()),
  label,
  isLiked: z.boolean(),
  likesCount: z.int(),
  likes: z.array(likeEntry),
  bookmark: z.nullable(z.object({ _id: id })),
  comments: z.array(comment),
  commentsCount: z.int(),
  ratingOfPost: z.int(),
  averageRating: z.number(),
  ratingsCount: z.int(),
  payment: z.nullable(postPayment),
  applied: z.boolean(),
  viewerCan: z.object({ edit: z.boolean(), delete: z.boolean(), report: z.boolean() }),
  held,
});
export type Post = z.infer<typeof post>;
z.globalRegistry.add(post, { id: 'Post' });

const unknownFile = issueText(uploadMessages.unknownFile);
const filename = z.string(unknownFile).check(bounded(100, unknownFile), z.regex(/^[\w-]+\.jpg$/, unknownFile));
const optionalLine = (max: number) => z.optional(z.nullable(line({ max })));

const notTimeZone = issueText(postMessages.notTimeZone);
const notHashtag = issueText(postMessages.notHashtag);
const pickedTag = z
  .string(notHashtag)
  .check(bounded(51, notHashtag), z.regex(/^#?[\p{L}\p{N}\p{M}_]{1,50}$/u, notHashtag));

const postFileList = { max: MAX_POST_FILES, tooMany: issueText(uploadMessages.tooManyFiles) };

const altList = textList(line({ max: MAX_ALT }), {
  ...postFileList,
  itemLength: MAX_ALT,
  wrong: issueText(fieldTexts.text),
  single: 'item',
});

const attachedIds = textList(id, {
  max: MAX_POST_FILES,
  itemLength: 36,
  tooMany: issueText(postMessages.notAttached),
  wrong: issueText(postMessages.notAttached),
});

/** The fields of the post form; `createPostBody` checks which of them a type requires. */
export const postFields = z.object({
  postType,
  /** Defaults to the audience of the member's newest post. */
  visibility: z.optional(postVisibility),
  title: optionalLine(MAX_TITLE),
  description: text({ required: issueText(postMessages.description), max: MAX_DESCRIPTION }),
  opening: optionalLine(100),
  salary: optionalLine(100),
  ...jobFields,
  link: optionalLine(2_000),
  timeZone: z.optional(z.nullable(z.union([z.literal(''), timeZone(notTimeZone)], notTimeZone))),
  startsAt: z.optional(
    z.nullable(
      z.union(
        [
          z.literal(''),
          givenDateTime(issueText(postMessages.notTime)).check(
            z.refine(isSerializableTime, issueText(postMessages.notTime)),
          ),
        ],
        issueText(postMessages.notTime),
      ),
    ),
  ),
  ...webinarFields,
  hashtags: z.optional(
    textList(pickedTag, {
      max: 30,
      itemLength: 51,
      tooMany: issueText(postMessages.tooManyHashtags),
      wrong: notHashtag,
    }),
  ),
  filenames: z.optional(textList(filename, { ...postFileList, itemLength: 100, wrong: unknownFile })),
  alts: z.optional(altList),
  /** False if its first link should have no card. */
  card: z.optional(flag(issueText(fieldTexts.trueOrFalse))),
});

type PostFields = z.output<typeof postFields>;
type OwnRequired = Pick<
  PostFields,
  'postType' | 'title' | 'link' | 'filenames' | 'startsAt' | 'endsAt' | 'price' | 'currency'
>;
type Required = OwnRequired & JobFields;
type Issue = { field: keyof OwnRequired; message: string } | JobIssue;
/** Whether the post keeps its time, which may have passed. */
type Kept = { sameTime: boolean };

const requirements: Record<PostType, (fields: Required, kept: Kept) => Issue[]> = {
  general: () => [],
  job: (fields) => [
    ...(fields.title ? [] : [{ field: 'title' as const, message: issueText(postMessages.title) }]),
    ...(fields.filenames?.length ? [{ field: 'filenames' as const, message: issueText(postMessages.jobImages) }] : []),
    ...listJobIssues(fields),
  ],
  webinar: (fields, { sameTime }) => [
    ...(fields.title ? [] : [{ field: 'title' as const, message: issueText(postMessages.title) }]),
    ...(fields.link && isWebAddress(fields.link)
      ? []
      : [{ field: 'link' as const, message: issueText(postMessages.webinarLink) }]),
    ...(!sameTime && hasBegun(fields)
      ? [{ field: 'startsAt' as const, message: issueText(postMessages.webinarPast) }]
      : []),
    ...listWebinarIssues(fields),
  ],
};

/** Returns what a post of this type still lacks, or has and may not have; empty if it can be published. */
export const listPostIssues = (fields: Required, kept: Kept = { sameTime: false }): Issue[] =>
  postTypes.includes(fields.postType) ? requirements[fields.postType](fields, kept) : [];

// Also runs when other fields have failed, so that the form shows all issues at once.
const always = { when: () => true };

/** With `publishAt`, the post is scheduled. */
export const createPostBody = z.extend(postFields, { publishAt }).check(
  z.check<PostFields>((context) => {
    for (const { field, message } of listPostIssues(context.value)) {
      context.issues.push({ code: 'custom', message, path: [field], input: context.value[field] });
    }
  }, always),
);
export type CreatePostBody = z.output<typeof createPostBody>;

/**
 * An edited post. Omitted fields stay unchanged, empty ones are cleared. `filenames` and `alts` are for files to add;
 * names that are already attached are ignored. `removeFiles` has the ids of attachments to remove, `order` the names of
 * all files in display order; files missing from it come last. `describeFiles` has the ids of attachments whose
 * descriptions change, `descriptions` the new ones in the same order.
 */
export const updatePostBody = z.extend(z.partial(postFields), {
  _id: id,
  order: z.optional(textList(filename, { ...postFileList, itemLength: 100, wrong: unknownFile })),
  removeFiles: z.optional(attachedIds),
  describeFiles: z.optional(attachedIds),
  descriptions: z.optional(altList),
});
export type UpdatePostBody = z.output<typeof updatePostBody>;

const postImages = [
  { fields: ['attachfiles', 'file', 'files'], maxFiles: MAX_POST_FILES, maxBytes: MAX_IMAGE_BYTES, kind: 'image' },
] as const;

export const createPost = route({
  method: 'POST',
  path: '/post/create',
  summary: 'Publish a post, now or at a time, as JSON or multipart',
  access: 'confirmed',
  cost: 'heavy',
  daily: { kind: 'posts', except: 'publishAt' },
  sells: { postType: ['webinar'] },
  body: createPostBody,
  files: postImages,
  response: z.union([post, scheduled]),
  idempotencyKey: true,
});

export const updatePost = route({
  method: 'POST',
  path: '/post/update',
  summary: 'Change one of my posts, as JSON or multipart; its type cannot change',
  access: 'confirmed',
  cost: 'heavy',
  body: updatePostBody,
  files: postImages,
  response: post,
});

export const getPost = route({
  method: 'GET',
  path: '/post/:id',
  summary: 'One post',
  access: 'optional',
  cost: 'read',
  params: idParams,
  response: post,
});

export const deletePost = route({
  method: 'DELETE',
  path: '/post/delete/:id',
  summary: 'Delete one of my posts with everything that belongs to it',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: z.object({ _id: id }),
});
