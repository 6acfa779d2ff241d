import * as contract from '@afterhours/contract/community/join-requests';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { accountDeleting } from '#features/account-data/events.ts';
import { joinRequestsChanged } from '#features/community/events.ts';
import { announceRequest } from '#features/community/loaders.ts';
import { toPersonView } from '#features/people/views.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { selectStaffIds } from '../queries.ts';
import { decideRequests } from './request-commands.ts';
import { joinDecisionMail, writeJoinDecision } from './request-mail.ts';
import { countRequests, type JoinRequestRow, requestKey, selectRequests } from './request-queries.ts';

const { joinRequestMessages } = contract;
const REQUESTS = 'join-requests';

const toView = (row: JoinRequestRow, role: string | null): contract.JoinRequest => ({
  user: toPersonView(row),
  email: role === 'owner' ? row.email : null,
  isUserVerified: row.confirmed,
  country: row.country,
  answer: row.answer,
  createdAt: row.ready_at.toISOString(),
});

/** Makes the tabs of staff reload the requests. Changes that happen while a send is under way are sent together. */
function announceRequests({ channels, db, events, serialQueue }: Services): void {
  events.within(accountDeleting, (tx, { userId }) => announceRequest(tx, userId));
  events.after(joinRequestsChanged, () =>
    serialQueue.coalesce('join requests', async () => {
      for (const userId of await selectStaffIds(db)) channels.toMember(userId, 'joinRequests', {});
    }),
  );
}

/** Requests to join, for staff. */
export function bindRequests({ bind, services }: FeatureContext): void {
  announceRequests(services);
  services.jobs.work(joinDecisionMail, (job) =>
    services.mail.send(
      writeJoinDecision(job, { appName: services.community.name(), publicUrl: services.config.publicUrl }),
    ),
  );

  bind(contract.listJoinRequests, async ({ session, query }) => {
    const start = pageStart(REQUESTS, ['time', 'id'], query);
    const rows = await selectRequests(services.readsNow, start);
    const { items, ...paging } = toPage(REQUESTS, rows, start, requestKey);
    return { body: items.map((row) => toView(row, session.role)), ...paging };
  });

  bind(contract.countJoinRequests, async () => ({
    body: { count: await countRequests(services.readsNow, contract.MAX_COUNTED_REQUESTS) },
  }));

  bind(contract.decideJoinRequests, async ({ viewerId, body }) => {
    const decided = await decideRequests(services, viewerId, body);
    const message = joinRequestMessages[body.action === 'accept' ? 'accepted' : 'refused'];
    return { message: english(message, { n: decided.length }), body: { decided } };
  });
}
