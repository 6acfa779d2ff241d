import { defineEvent } from '#db/events.ts';

export const postLiked = defineEvent<{ postId: string; ownerId: string; actorId: string }>('likes.postLiked');
export const postUnliked = defineEvent<{ postId: string; ownerId: string; actorId: string }>('likes.postUnliked');
type CommentLike = { commentId: string; postId: string; ownerId: string; actorId: string };
export const commentLiked = defineEvent<CommentLike>('likes.commentLiked');
export const commentUnliked = defineEvent<CommentLike>('likes.commentUnliked');
