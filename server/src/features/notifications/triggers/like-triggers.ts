import type { EventPayload } from '#db/events.ts';
import { commentLiked, commentUnliked, postLiked, postUnliked } from '#features/likes/events.ts';
import type { Services } from '#services.ts';
import { groupKey } from '../groups.ts';
import { notify, notifyAll, postLink, retract, retractAll } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

type PostLike = EventPayload<typeof postLiked>;

const postLikeNotification = ({ postId, ownerId, actorId }: PostLike): NewNotification => ({
  userId: ownerId,
  actorId,
  type: 'like',
  groupKey: groupKey.likesOfPost(postId),
  parentId: postId,
  postId,
  commentId: null,
  kind: 'likedPost',
  link: postLink(postId),
});

export function listenToLikes({ events }: Services): void {
  events.withinAll(postLiked, (tx, likes) =>
    notifyAll(tx, 'notify_like', likes.map(postLikeNotification), { once: true }),
  );
  events.withinAll(postUnliked, (tx, likes) => retractAll(tx, likes.map(postLikeNotification)));
  events.within(commentLiked, (tx, { commentId, postId, ownerId, actorId }) =>
    notify(
      tx,
      'notify_like',
      {
        userId: ownerId,
        actorId,
        type: 'like',
        groupKey: groupKey.likesOfComment(commentId),
        parentId: commentId,
        postId,
        commentId,
        kind: 'likedComment',
        link: postLink(postId),
      },
      { once: true },
    ),
  );
  events.within(commentUnliked, (tx, { commentId, ownerId, actorId }) =>
    retract(tx, ownerId, groupKey.likesOfComment(commentId), actorId),
  );
}
