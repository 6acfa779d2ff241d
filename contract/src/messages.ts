/** Messages between two members, and job applications, which are messages too. */
import * as z from 'zod/mini';
import { cleanText, dateTime, id, isId } from './fields.ts';
import { person } from './people.ts';
import { route } from './route.ts';

export const MAX_MESSAGE = 5_000;
/** The content of the message that applies to the job `post_id`. */
export const JOB_APPLIED = 'JOBAPPLIED';

export const messageMessages = {
  sent: 'Message sent.',
  applied: 'Job applied successfully',
  empty: 'Please enter a message or upload an image',
  blank: 'Please enter a message',
  tooLong: `Please use at most ${MAX_MESSAGE.toLocaleString('en-US')} characters.`,
  noReceiver: 'Please select user to send message',
  oneself: 'You cannot send a message to yourself.',
  notSender: 'You can only send messages as yourself.',
  noJob: 'Please say which job you apply to.',
  notJob: 'This post offers no job.',
  ownJob: 'You cannot apply to your own job.',
  notOwner: 'An application goes to the member who offers the job.',
  alreadyApplied: 'You already applied to this job.',
} as const;

/** What a job card shows of the post. */
const job = z.object({
  _id: id,
  title: z.nullable(z.string()),
  opening: z.nullable(z.string()),
  salary: z.nullable(z.string()),
  description: z.string(),
});

/** `uniquekey` is the conversation; `seq` numbers its messages from 1; `post` is the job of an application. */
export const message = z.object({
  _id: id,
  uniquekey: id,
  seq: z.int(),
  sender_id: id,
  receiver_id: id,
  sender: person,
  content: z.string(),
  post: z.nullable(job),
  createdAt: dateTime,
});
export type Message = z.infer<typeof message>;
z.globalRegistry.add(message, { id: 'Message' });

const content = z
  .string(messageMessages.empty)
  .check(
    z.minLength(1, { error: messageMessages.empty, abort: true }),
    z.overwrite(cleanText),
    z.minLength(1, messageMessages.blank),
    z.maxLength(MAX_MESSAGE, messageMessages.tooLong),
  );

export const createMessage = route({
  method: 'POST',
  path: '/messages/create',
  summary: `Send a message, or apply to the job post_id with the content ${JOB_APPLIED}`,
  access: 'member',
  cost: 'write',
  body: z.object({
    content,
    receiver_id: z.string(messageMessages.noReceiver).check(
      z.overwrite((value) => value.toLowerCase()),
      z.refine(isId, messageMessages.noReceiver),
    ),
    sender_id: z.optional(z.nullable(id)),
    post_id: z.optional(z.nullable(z.union([id, z.literal('')]))),
  }),
  answer: message,
  idempotencyKey: true,
});
