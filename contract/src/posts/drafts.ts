/** Unpublished texts of members, stored for their other devices. */
import * as z from 'zod/mini';
import { list } from '../base/bounded.ts';
import { dateTime, id, line, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingQuery } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { MAX_ALT, MAX_POST_FILES, uploadMessages } from '../constants/uploads.ts';
import { postVisibilities, visibilityMessages } from '../constants/visibility.ts';
import type { JobField } from '../jobs/jobs.ts';
import { MAX_DRAFT, MAX_TITLE, postMessages, postTypes } from './posts.ts';

/** How many drafts a member may have, and for how many days after its last change a draft is stored. */
export const MAX_DRAFTS = 50;
export const DRAFT_DAYS = 180;

export const draftMessages = defineMessages('drafts', {
  saved: 'Draft saved.',
  deleted: 'Draft deleted.',
  notFound: 'There is no such draft.',
  older: 'This draft was changed on another device.',
  tooMany: 'You have {max} drafts. Please publish or discard one first.',
  id: 'This is not a valid draft id.',
  version: 'This is not a valid draft version.',
});

const idText = issueText(draftMessages.id);
const versionText = issueText(draftMessages.version);
const unknownFile = issueText(uploadMessages.unknownFile);

/** The client's name for the draft: `new` for a new post, otherwise the id of the post that is being edited. */
const draftParams = z.object({ client_id: z.union([z.literal('new'), id], idText) });

const jobText = z.optional(line({ max: 200 }));

/** The terms of a job as typed; older clients send none. */
const jobTexts = {
  employment: jobText,
  place: jobText,
  remote: jobText,
  /** Comma-separated names. */
  countries: z.optional(line({ max: 2_100 })),
  payMin: jobText,
  payMax: jobText,
  payCurrency: jobText,
  payPeriod: jobText,
  unpaid: jobText,
  vacancy: jobText,
  aiScreening: jobText,
  applyUntil: jobText,
  /** As JSON. */
  questions: z.optional(line({ max: 20_000 })),
} satisfies Record<JobField, unknown>;

/** A draft as typed, validated only for size: it may lack fields, or have more than can be published. */
const draftBody = z.object({
  postType: z.union([z.enum(postTypes), z.literal('')], issueText(postMessages.type)),
  visibility: z.enum(postVisibilities, issueText(visibilityMessages.post)),
  title: line({ max: 2 * MAX_TITLE }),
  opening: line({ max: 200 }),
  salary: line({ max: 200 }),
  ...jobTexts,
  link: line({ max: 4_000 }),
  /** In the format of a local date and time field. */
  startsAt: line({ max: 40 }),
  /** The fields of a webinar, as typed; older clients send none. */
  endsAt: z.optional(line({ max: 40 })),
  capacity: z.optional(line({ max: 40 })),
  price: z.optional(line({ max: 40 })),
  currency: z.optional(line({ max: 40 })),
  tax: z.optional(line({ max: 40 })),
  refundPolicy: z.optional(line({ max: 40 })),
  description: text({ max: MAX_DRAFT }),
  /** The link whose card the author has removed; older clients send none. */
  droppedLink: z.optional(line({ max: MAX_DRAFT })),
  /** Files that are already uploaded; the server deletes files that have been unused for a day. */
  pictures: list(
    z.object({ filename: line({ max: 100 }), name: line({ max: 300 }), alt: line({ max: 2 * MAX_ALT }) }),
    {
      max: MAX_POST_FILES,
      message: unknownFile,
    },
  ),
});
export type DraftBody = z.output<typeof draftBody>;

/** `_id` is the client's name for the draft. */
export const draft = z.object({ _id: z.string(), body: draftBody, version: z.int(), updatedAt: dateTime });
export type Draft = z.infer<typeof draft>;
z.globalRegistry.add(draft, { id: 'Draft' });

export const listDrafts = route({
  method: 'GET',
  path: '/drafts',
  summary: 'My drafts, latest change first',
  access: 'member',
  cost: 'read',
  query: pagingQuery,
  response: z.array(draft),
  beside: pagedBeside,
});

export const getDraft = route({
  method: 'GET',
  path: '/drafts/:client_id',
  summary: 'One of my drafts',
  access: 'member',
  cost: 'read',
  params: draftParams,
  response: draft,
});

/**
 * `version` is the version that the change is based on, 0 for none. If the draft has another version by now, it stays
 * unchanged and the response is 409.
 */
export const setDraft = route({
  method: 'PUT',
  path: '/drafts/:client_id',
  summary: 'Save one of my drafts; 409 if another device has saved another version',
  access: 'member',
  cost: 'write',
  params: draftParams,
  body: z.object({ version: z.int(versionText).check(z.gte(0, versionText)), body: draftBody }),
  response: draft,
});

export const deleteDraft = route({
  method: 'DELETE',
  path: '/drafts/:client_id',
  summary: 'Delete one of my drafts',
  access: 'member',
  cost: 'write',
  params: draftParams,
  response: z.object({ _id: z.string() }),
});
