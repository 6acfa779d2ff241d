import { likeComment, likePost, listPostLikes } from '@afterhours/contract/likes';
import { pageStart, toPage } from '#db/keyset.ts';
import { requirePost } from '#features/posts/loaders.ts';
import type { FeatureContext } from '#http/feature.ts';
import { createLiking, setCommentLike } from './commands.ts';
import { loadLikesCount } from './loaders.ts';
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
    await requirePost(services.readsNow, viewerId, params.post_id);
    const [rows, total] = await Promise.all([
      selectPostLikes(services.readsNow, params.post_id, viewerId, start),
      loadLikesCount(services.readsNow, params.post_id, viewerId),
    ]);
    const { items, ...paging } = toPage(LIKES_LIST, rows, start, likeKey);
    return { body: items.map(toLikeView), total, ...paging };
  });
}
