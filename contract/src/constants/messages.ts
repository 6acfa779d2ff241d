/** Limits and texts of messages. */
import { defineMessages, type MessageDescriptor } from '../base/message.ts';
import { cleanText } from './fields.ts';

export const MAX_MESSAGE = 5_000;
/** The maximum number of images, and of documents, in one message. */
export const MAX_MESSAGE_FILES = 10;
export const documentEndings = ['.pdf', '.doc', '.docx'] as const;
/** Whose first messages a member accepts: everyone's, as requests, or only those of members with a tie to them. */
export const messageSources = ['everyone', 'known'] as const;
export type MessageSource = (typeof messageSources)[number];

/** How many requests a member can send in a day, by the age of the account in days; the last entry has no end. */
export const requestBudgets = [
  { days: 1, requests: 3 },
  { days: 7, requests: 10 },
  { days: null, requests: 30 },
] as const;

/** The content of a message that is an application for the job `post_id`. */
export const JOB_APPLIED = 'JOBAPPLIED';

export const messageMessages = defineMessages('messages', {
  sent: 'Message sent.',
  applied: 'Job applied successfully',
  empty: 'Please enter a message or upload an image',
  blank: 'Please enter a message',
  noReceiver: 'Please select user to send message',
  oneself: 'You cannot send a message to yourself.',
  notSender: 'You can only send messages as yourself.',
  noJob: 'Please specify which job you are applying for.',
  notJob: 'This post is not a job.',
  ownJob: 'You cannot apply for your own job.',
  notOwner: 'An application can only be sent to the author of the job.',
  alreadyApplied: 'You already applied to this job.',
  applicationFiles: 'An application cannot include files.',
  notADocument: 'Please choose a PDF or Word document without macros.',
  documentTooLarge: 'Each document may be at most 20 MB.',
  documentsNotYet: 'You can send documents once you are connected, or once this member has replied to you.',
  clientIdUsed: 'This message was already sent to someone else. Please send it again.',
  linkExpired: 'This link has expired. Please open the chat again.',
  source: 'Please choose who may send you a first message.',
});

/**
 * Returns the problem with a message that has no file and no text, or only white space; otherwise null. `raw` is the
 * text as received, `files` the number of files.
 */
export function listMessageProblem(raw: string | null | undefined, files: number): MessageDescriptor | null {
  if (files > 0 || (raw && cleanText(raw) !== '')) return null;
  return raw ? messageMessages.blank : messageMessages.empty;
}
