import { likeComment, likePost, listPostLikes } from '@afterhours/contract/posts/likes';
import { postMessages } from '@afterhours/contract/posts/posts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { createLiking, setCommentLike } from './commands.ts';
import { LIKES_LIST, likeKey, selectPostLikes } from './queries.ts';
import { toLikeView } from './views.ts';

export default function register({ bind, services }: FeatureContext): void {
  const setPostLike = createLiking(services);

  bind(likePost, async ({ viewerId, body }) => ({
    body: { post_id: body.post_id, ...(await setPostLike(viewerId, body.post_id, body.status)) },
  }));

  bind(likeComment, async ({ viewerId, body }) => {
    const target = { commentId: body.comment_id, postId: body.post_id ?? null };
    return {
      body: { comment_id: target.commentId, ...(await setCommentLike(services, viewerId, target, body.status)) },
    };
  });

  bind(listPostLikes, async ({ viewerId, params, query }) => {
    const start = pageStart(LIKES_LIST, ['time', 'id'], query);
    const found = await selectPostLikes(services.readsNow, params.post_id, viewerId, start);
    if (!found) throw notFound(postMessages.notFound);
    const { items, ...paging } = toPage(LIKES_LIST, found.rows, start, likeKey);
    return { json: JSON.stringify(items.map(toLikeView)), total: found.total, ...paging };
  });
}
