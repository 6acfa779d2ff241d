import { JOB_APPLIED, messageMessages } from '@afterhours/contract/messages';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/transaction.ts';
import { requireMember } from '#features/people/loaders.ts';
import { requirePost } from '#features/posts/loaders.ts';
import { AppError, fieldProblem } from '#http/errors.ts';
import type { Services } from '#services.ts';
import { messageSent } from './events.ts';
import { insertJobApplication, insertMessage, takePlace, touchMembers } from './queries.ts';

export type NewMessage = { receiverId: string; content: string; postId: string | null };

/** Applies to a job once; returns its id. The job has to be there, be a job, another's, and the receiver's. */
async function applyToJob(tx: Tx, userId: string, { receiverId, postId }: NewMessage): Promise<string> {
  if (!postId) throw fieldProblem('post_id', messageMessages.noJob);
  const post = await requirePost(tx.db, userId, postId);
  if (post.postType !== 'job') throw fieldProblem('post_id', messageMessages.notJob);
  if (post.userId === userId) throw fieldProblem('post_id', messageMessages.ownJob);
  if (post.userId !== receiverId) throw fieldProblem('receiver_id', messageMessages.notOwner);
  if (!(await insertJobApplication(tx.db, userId, post.id))) throw new AppError(409, messageMessages.alreadyApplied);
  return post.id;
}

/**
 * Stores a message for another member and returns its id; with the content JOBAPPLIED it applies to the job `postId`.
 * 404 when the receiver or the job is not there, 409 when it was applied to before, 422 for oneself and for no job.
 */
export function createMessage(services: Services, userId: string, message: NewMessage): Promise<string> {
  return inTransaction(services, async (tx) => {
    const receiver = await requireMember(tx.db, userId, message.receiverId);
    const isApplication = message.content === JOB_APPLIED;
    const addressed = { ...message, receiverId: receiver.id };
    const jobPostId = isApplication ? await applyToJob(tx, userId, addressed) : null;
    if (receiver.id === userId) throw fieldProblem('receiver_id', messageMessages.oneself);
    const place = await takePlace(tx.db, userId, receiver.id);
    const { content } = message;
    const messageId = await insertMessage(tx.db, place, { senderId: userId, content, postId: jobPostId });
    await touchMembers(tx.db, place, userId, receiver.id);
    const { conversationId } = place;
    await tx.emit(messageSent, { messageId, conversationId, senderId: userId, receiverId: receiver.id, jobPostId });
    return messageId;
  });
}
