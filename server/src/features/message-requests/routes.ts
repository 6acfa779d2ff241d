import * as contract from '@afterhours/contract/messages/message-requests';
import { blockMessages, reportMessages } from '@afterhours/contract/moderation/moderation';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { invitationAnswered } from '#features/connections/events.ts';
import { memberFollowed } from '#features/follow/events.ts';
import { messageReported } from '#features/moderation/events.ts';
import { createReportCounter } from '#features/moderation/loaders.ts';
import { loadPeopleInCommon } from '#features/people/loaders.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { acceptAll, answerRequest, blockRequest, ignoreReported, reportRequest } from './commands.ts';
import { countWaiting, requestKey, selectRequests } from './queries.ts';
import { toRequestView } from './views.ts';

const { messageRequestMessages } = contract;
const REQUESTS = 'message-requests';

const plain = {
  accept: { state: null, message: messageRequestMessages.accepted },
  ignore: { state: 'ignored', message: messageRequestMessages.ignored },
  restore: { state: 'waiting', message: messageRequestMessages.restored },
} as const;

/** Accepts existing requests when a tie is created that would have made them unnecessary. */
function acceptByTies({ events }: Services): void {
  events.within(invitationAnswered, (tx, { fromUserId, toUserId, accepted }) =>
    accepted
      ? acceptAll(tx, [
          { userId: fromUserId, otherId: toUserId },
          { userId: toUserId, otherId: fromUserId },
        ])
      : Promise.resolve(),
  );
  events.withinAll(memberFollowed, (tx, all) =>
    acceptAll(
      tx,
      all.map(({ followedId, actorId }) => ({ userId: actorId, otherId: followedId })),
    ),
  );
}

function bindAnswer(context: FeatureContext): void {
  const { bind, services } = context;
  const reports = createReportCounter(context);

  bind(contract.answerMessageRequest, async ({ viewerId, params, body }) => {
    const { action, category, words } = body;
    if (action === 'accept' || action === 'ignore' || action === 'restore') {
      const { state, message } = plain[action];
      const { other_user_id } = await answerRequest(services, viewerId, params.id, state);
      return { message, body: { _id: params.id, user_id: other_user_id, request: state } };
    }
    const respond = (userId: string) => ({ _id: params.id, user_id: userId, request: 'ignored' as const });
    if (action === 'report') {
      await reports.take(viewerId);
      const reason = { category: category ?? 'other', words: words || null };
      const { other_user_id } = await reportRequest(services, viewerId, params.id, reason);
      return { message: reportMessages.message, body: respond(other_user_id) };
    }
    const { other_user_id, name } = await blockRequest(services, viewerId, params.id);
    return { message: english(blockMessages.blocked, { name }), body: respond(other_user_id) };
  });
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  const db = services.readsNow;
  acceptByTies(services);
  services.events.within(messageReported, (tx, { userId, messageId }) => ignoreReported(tx, userId, messageId));
  bindAnswer(context);

  bind(contract.listMessageRequests, async ({ viewerId, query }) => {
    const start = pageStart(REQUESTS, ['time', 'id'], query);
    const [rows, waiting] = await Promise.all([
      selectRequests(db, viewerId, query.state, start),
      countWaiting(db, viewerId),
    ]);
    const { items, ...paging } = toPage(REQUESTS, rows, start, requestKey);
    const inCommonOf = await loadPeopleInCommon(db, viewerId, items);
    return { body: items.map((row) => toRequestView(row, inCommonOf(row.id))), ...paging, waiting };
  });
}
