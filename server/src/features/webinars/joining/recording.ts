import { postTouched } from '#access/touched.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { lockSeating } from '#features/payments/loaders.ts';
import type { Services } from '#services.ts';
import { requireOwnWebinar } from '../changes/commands.ts';

/** Sets or removes the link to the recording of a member's own webinar. */
export async function setRecording(
  services: Services,
  userId: string,
  postId: string,
  link: string | null,
): Promise<void> {
  await requireOwnWebinar(services, userId, postId);
  await inTransaction(services, async (tx) => {
    await lockSeating(tx.db, postId);
    await tx.db.updateTable('webinars').set({ recording: link }).where('post_id', '=', postId).execute();
    await tx.emit(postTouched, { postId });
  });
}
