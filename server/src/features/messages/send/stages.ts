/**
 * A message on its way from the call to the database. Each stage adds what one step has found out about the message:
 * outgoing → prepared → claimed → admitted → classified → stored.
 */
import type { Answered } from '@afterhours/contract/jobs/applications';
import type { Message } from '@afterhours/contract/messages/messages';
import type { StoredFile } from '#features/uploads/loaders.ts';
import type { Claim } from '#http/idempotency/idempotency.ts';
import type { MessageRow } from '../views.ts';

/** A message as its sender has written it. */
export type OutgoingMessage = {
  senderId: string;
  receiverId: string;
  content: string;
  /** The job that the message applies for; null for any other message. */
  jobPostId: string | null;
  clientId: string | null;
};

/** What an application contains besides its message. */
export type Enclosed = { words: string | null; answers: readonly Answered[]; cvId: string | null };

/** A message whose files are stored but not attached yet. */
export type PreparedMessage = OutgoingMessage & { files: readonly StoredFile[]; enclosed?: Enclosed };

/** A message with the claim to the idempotency key of its call, if the call has one. */
export type ClaimedMessage = PreparedMessage & { claim: Claim | null };

/**
 * A message that was not sent before, whose receiver is visible to its sender; both are locked. `index` is its position
 * in the batch.
 */
export type AdmittedMessage = ClaimedMessage & {
  index: number;
  /** Whether both sides of the chat are known to be accepted. */
  accepted: boolean;
};

/**
 * What a message is, and which request it accepts: the one on the sender's side, by answering it, or the sender's own
 * one on the receiver's side.
 */
export type Classification = { request: boolean; answers: boolean; accepts: boolean };

/** A message that may be sent, either delivered or as a request. */
export type ClassifiedMessage = AdmittedMessage & { classification: Classification };

/** A message that was written; `message` is null if its two members see it differently. */
export type StoredMessage = { row: MessageRow; message: Message | null; classification: Classification };
