/** Updates the likes and ratings of open posts when their member is banned, returns or deletes the account. */
import { defineBroadcast } from '#broadcast.ts';
import { accountDeleting, likesMoved } from '#features/account-data/events.ts';
import type { Services } from '#services.ts';
import { selectLikedOrRated } from './queries.ts';

type Posts = { postIds: string[] };

const countsBroadcast = defineBroadcast<Posts>('counts without a member');

/** Open pages mostly show newer posts. The others are reloaded with their page. */
const MAX_POSTS = 1_000;

/** Calls `send` for each post that is open in a tab on this server and that the member has liked or rated. */
export function onMemberGone({ channels, events }: Services, send: (postId: string) => void): void {
  events.within(accountDeleting, async (tx, { userId }) => {
    const postIds = await selectLikedOrRated(tx.db, userId, MAX_POSTS);
    if (postIds.length > 0) await tx.emit(likesMoved, { postIds });
  });
  const sendOpen = ({ postIds }: Posts): void => {
    const open = new Set(channels.watchedPosts());
    for (const postId of postIds) if (open.has(postId)) send(postId);
  };
  channels.onBroadcast(countsBroadcast, sendOpen);
  events.after(likesMoved, (posts) => {
    sendOpen(posts);
    channels.broadcast(countsBroadcast, 'others', posts);
  });
}
