import * as contract from '@afterhours/contract/moderation/moderation';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { loadCommentsCount } from '#features/comments/loaders.ts';
import { toPersonView } from '#features/people/views.ts';
import type { FeatureContext } from '#http/feature.ts';
import { english } from '#texts/english.ts';
import { announceCases, announceHidden } from './announcements.ts';
import { setBlock } from './blocks/block-commands.ts';
import { type BlockedRow, blockedKey, selectBlocked } from './blocks/block-queries.ts';
import { bindCases } from './cases/case-routes.ts';
import { purgeEvidence } from './cases/evidence.ts';
import { ownReportKey, selectOwnReports, toOwnReportView } from './cases/report-queries.ts';
import { type Reason, reportComment, reportMember, reportMessage, reportPost } from './commands.ts';
import { handleScreenedContent } from './holds/screened-content.ts';
import { createReportCounter } from './loaders.ts';
import { registerNotificationJobs } from './notices/notices.ts';
import { registerSanctions } from './sanctions/sanction-commands.ts';
import { bindSweeps } from './sweeps/sweep-routes.ts';

const { blockMessages, reportMessages } = contract;
const BLOCKED_LIST = 'blocked';
const OWN_REPORTS = 'own-reports';

const toBlockedView = (row: BlockedRow) => ({ user: toPersonView(row), createdAt: row.blocked_at.toISOString() });

type ReportInput = { reason?: string | null; words?: string | null; category?: contract.ReportCategory | null };
const toReason = ({ reason, words, category }: { [K in keyof ReportInput]?: ReportInput[K] | undefined }): Reason => ({
  category: category ?? 'other',
  words: words || reason || null,
});

function bindReports(context: FeatureContext): void {
  const { bind, services } = context;
  const reports = createReportCounter(context);

  bind(contract.reportMessage, async ({ viewerId, body }) => {
    await reports.take(viewerId);
    await reportMessage(services, viewerId, body.message_id, toReason(body));
    return { message: reportMessages.message, body: { message_id: body.message_id } };
  });

  bind(contract.listOwnReports, async ({ viewerId, query }) => {
    const start = pageStart(OWN_REPORTS, ['id'], query);
    const rows = await selectOwnReports(services.readsNow, viewerId, start);
    const { items, ...paging } = toPage(OWN_REPORTS, rows, start, ownReportKey);
    return { body: items.map(toOwnReportView), ...paging };
  });

  bind(contract.reportPost, async ({ viewerId, body }) => {
    await reports.take(viewerId);
    await reportPost(services, viewerId, body.post_id, toReason(body));
    return { message: reportMessages.post, body: { post_id: body.post_id } };
  });

  bind(contract.reportComment, async ({ viewerId, body }) => {
    await reports.take(viewerId);
    const postId = await reportComment(services, viewerId, body.comment_id, toReason(body));
    return {
      message: reportMessages.comment,
      body: { comment_id: body.comment_id, post_id: postId },
      commentsCount: await loadCommentsCount(services.db, postId, viewerId),
    };
  });

  bind(contract.reportMember, async ({ viewerId, body }) => {
    await reports.take(viewerId);
    await reportMember(services, viewerId, body.userId, toReason(body));
    return { message: reportMessages.member, body: { userId: body.userId } };
  });
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  announceHidden(services);
  announceCases(services);
  services.jobs.schedule({ name: 'moderation.evidence', cron: '23 3 * * *' }, () => purgeEvidence(services));
  registerSanctions(services);
  registerNotificationJobs(services);
  handleScreenedContent(services);
  bindReports(context);
  bindCases(context);
  bindSweeps(context);

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
