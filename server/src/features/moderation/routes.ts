import * as contract from '@afterhours/contract/moderation';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { loadCommentsCount } from '#features/comments/loaders.ts';
import { toPersonView } from '#features/people/views.ts';
import type { FeatureContext } from '#http/feature.ts';
import { english } from '#texts/english.ts';
import { announceHidden } from './announcements.ts';
import { setBlock } from './block-commands.ts';
import { type BlockedRow, blockedKey, selectBlocked } from './block-queries.ts';
import { reportComment, reportMember, reportPost } from './commands.ts';

const { blockMessages, reportMessages } = contract;
const BLOCKED_LIST = 'blocked';

const toBlockedView = (row: BlockedRow) => ({ user: toPersonView(row), createdAt: row.blocked_at.toISOString() });

export default function register({ bind, services }: FeatureContext): void {
  announceHidden(services);

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

  bind(contract.reportMember, async ({ viewerId, body }) => {
    await reportMember(services, viewerId, body.userId, body.reason || null);
    return { message: reportMessages.member, body: { userId: body.userId } };
  });

  bind(contract.setBlock, async ({ viewerId, body }) => {
    const blocked = body.action === 'block';
    const name = await setBlock(services, viewerId, body.userId, blocked);
    const message = english(blocked ? blockMessages.blocked : blockMessages.unblocked, { name });
    return { message, body: { userId: body.userId, blocked } };
  });

  bind(contract.listBlockedMembers, async ({ viewerId, query }) => {
    const start = pageStart(BLOCKED_LIST, ['time', 'id'], query);
    const rows = await selectBlocked(services.readsNow, viewerId, start);
    const { items, ...paging } = toPage(BLOCKED_LIST, rows, start, blockedKey);
    return { body: items.map(toBlockedView), ...paging };
  });
}
