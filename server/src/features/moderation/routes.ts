import * as contract from '@afterhours/contract/moderation';
import { loadCommentsCount } from '#features/comments/loaders.ts';
import type { FeatureContext } from '#http/feature.ts';
import { reportComment, reportPost } from './commands.ts';

const { reportMessages } = contract;

export default function register({ bind, services }: FeatureContext): void {
  bind(contract.reportPost, async ({ viewerId, body }) => {
    await reportPost(services, viewerId, body.post_id, body.reason || null);
    return { message: reportMessages.post, body: { post_id: body.post_id } };
  });

  bind(contract.reportComment, async ({ viewerId, body }) => {
    const postId = await reportComment(services, viewerId, body.comment_id, body.reason || null);
    return {
      message: reportMessages.comment,
      body: { comment_id: body.comment_id, post_id: postId },
      commentsCount: await loadCommentsCount(services.db, postId, viewerId),
    };
  });
}
