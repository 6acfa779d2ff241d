import type { Services } from '#services.ts';
import { loadPostJson } from '../read/list-posts.ts';
import { messageOf } from './held-message.ts';

/** Returns the response to a repeat of the call that created a post: the post as its author sees it now. */
export async function respondToRepeat(services: Services, authorId: string, postId: string) {
  const { json, heldRule } = await loadPostJson(services, authorId, postId);
  return { message: messageOf(heldRule), json };
}
