/** Messages between two members, including job applications. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { dateTime, id } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { route } from '../base/route.ts';
import { cleanText, countCharacters, fieldTexts, isId } from '../constants/fields.ts';
import { JOB_APPLIED, MAX_MESSAGE, MAX_MESSAGE_FILES, messageMessages } from '../constants/messages.ts';
import { MAX_DOCUMENT_BYTES, MAX_IMAGE_BYTES } from '../constants/uploads.ts';
import { person } from '../people/people.ts';
import { mention } from '../posts/mentions.ts';

/** The fields of a post that a job card shows. */
const job = z.object({
  _id: id,
  title: z.nullable(z.string()),
  opening: z.nullable(z.string()),
  salary: z.nullable(z.string()),
  description: z.string(),
});

/**
 * A file of a message. `filename` is its name in the storage, `name` the sender's name for it, `size` is in bytes;
 * `url` is signed for the two members and expires at `urlExpiresAt`. Images have width, height and a tiny placeholder.
 */
export const messageAttachment = z.object({
  _id: id,
  filetype: z.enum(['image', 'attachment']),
  filename: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  placeholder: z.nullable(z.string()),
  url: z.string(),
  /** The same file as a download under its own name. */
  downloadUrl: z.string(),
  urlExpiresAt: dateTime,
});
export type MessageAttachment = z.infer<typeof messageAttachment>;
z.globalRegistry.add(messageAttachment, { id: 'MessageAttachment' });

/**
 * `uniquekey` is the conversation; `seq` numbers its messages from 1; `post` is the job of an application, null once
 * the job is gone; `client_id` is the id that the sender's client gave the message; `deleted` messages have neither
 * content nor files.
 */
export const message = z.object({
  _id: id,
  uniquekey: id,
  seq: z.int(),
  sender_id: id,
  receiver_id: id,
  sender: person,
  content: z.string(),
  /** The members whom `content` names and whom the reader sees; they are not notified. */
  mentions: z.array(mention),
  post: z.nullable(job),
  attachments: z.array(messageAttachment),
  client_id: z.nullable(id),
  deleted: z.boolean(),
  createdAt: dateTime,
});
export type Message = z.infer<typeof message>;
z.globalRegistry.add(message, { id: 'Message' });

// The server cleans the content after `listMessageProblem` has checked the raw text; with files it may be empty.
const tooLong = issueText(fieldTexts.tooLong, { max: MAX_MESSAGE });
const content = z.string(issueText(messageMessages.empty)).check(
  bounded(4 * MAX_MESSAGE, tooLong),
  z.refine((value) => countCharacters(cleanText(value)) <= MAX_MESSAGE, tooLong),
);

const noReceiver = issueText(messageMessages.noReceiver);

export const createMessage = route({
  method: 'POST',
  path: '/messages/create',
  summary: `Send a message, as JSON or multipart with files, or apply for a job with the content ${JOB_APPLIED}`,
  access: 'confirmed',
  cost: 'write',
  daily: { kind: 'messages' },
  body: z.object({
    content: z.optional(z.nullable(content)),
    receiver_id: z.string(noReceiver).check(
      bounded(36, noReceiver),
      z.overwrite((value) => value.toLowerCase()),
      z.refine(isId, noReceiver),
    ),
    sender_id: z.optional(z.nullable(id)),
    post_id: z.nullish(z.union([id, z.literal('')], issueText(fieldTexts.notAnId))),
    /**
     * Chosen by the client. A message with the same id from the same sender is the same message and is stored once; to
     * another receiver it is rejected with 409.
     */
    client_id: z.optional(z.nullable(id)),
  }),
  files: [
    { fields: ['image', 'images'], maxFiles: MAX_MESSAGE_FILES, maxBytes: MAX_IMAGE_BYTES, kind: 'image' },
    {
      fields: ['attachment', 'attachments'],
      maxFiles: MAX_MESSAGE_FILES,
      maxBytes: MAX_DOCUMENT_BYTES,
      kind: 'document',
    },
  ],
  response: message,
  idempotencyKey: true,
});
