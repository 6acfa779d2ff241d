/** What staff see of the subject of a case: the copy made as evidence, and its context in the product. */
import * as z from 'zod/mini';
import { dateTime, id, idParams } from '../base/fields.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { person } from '../people/people.ts';
import { label } from './labels.ts';

/** `url` of a picture in a message is signed for the requesting member of the staff, and expires. */
const evidencePicture = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
  alt: z.string(),
});
export type EvidencePicture = z.infer<typeof evidencePicture>;

export const evidence = z.object({
  text: z.string(),
  title: z.nullable(z.string()),
  link: z.nullable(z.string()),
  files: z.array(z.string()),
  /** The files that are pictures. */
  pictures: z.array(evidencePicture),
  /** The documents among the files; `url` is signed, and downloads the document. Servers of 0.1.0 do not send them. */
  documents: z.optional(z.array(z.object({ name: z.string(), url: z.string() }))),
  createdAt: z.nullable(z.string()),
  /** The author's edited text, if it was edited while the case is open. */
  edited: z.nullable(z.string()),
});
export type EvidenceView = z.infer<typeof evidence>;

/** How others see the content at present. */
const shown = {
  author: z.nullable(person),
  createdAt: dateTime,
  label,
  /** `hidden`: a decision hides it. `held`: it is hidden until somebody has decided. */
  hidden: z.boolean(),
  held: z.boolean(),
};

/** A post as staff see it, whatever its audience and whether or not it is hidden. */
export const staffPost = z.object({
  _id: id,
  title: z.nullable(z.string()),
  text: z.string(),
  pictures: z.array(evidencePicture),
  ...shown,
});
export type StaffPost = z.infer<typeof staffPost>;

/** A comment as staff see it. */
export const staffComment = z.object({ _id: id, text: z.string(), repliesCount: z.int(), ...shown });
export type StaffComment = z.infer<typeof staffComment>;
z.globalRegistry.add(staffComment, { id: 'StaffComment' });

/** For an appeal, returns the comments on the subject of the appealed decision; members and messages have none. */
export const listCaseComments = route({
  method: 'GET',
  path: '/staff/cases/:id/comments',
  summary:
    'The comments on a post of a case, or around a comment or reply of a case with a few later ones; newest first',
  access: 'moderator',
  cost: 'read',
  params: idParams,
  query: z.object(pagingShape),
  response: z.array(staffComment),
  beside: pagedBeside,
});
