import * as contract from '@afterhours/contract/people/connections';
import { requireMember } from '#access/members.ts';
import { defineBroadcast } from '#broadcast.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { accountDeleting, accountVanished } from '#features/account-data/events.ts';
import { memberBanned, memberBlocked } from '#features/moderation/events.ts';
import { loadPeopleInCommon } from '#features/people/loaders.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import * as commands from './commands.ts';
import { relationshipChanged } from './events.ts';
import { createInvite } from './invite.ts';
import {
  connectionKey,
  countMatchingConnections,
  type InvitationDirection,
  invitationKey,
  selectConnections,
  selectInvitation,
  selectInvitations,
} from './list-queries.ts';
import { loadConnectionStatus } from './loaders.ts';
import { selectConnectionsCount, selectCounts } from './queries.ts';
import { toConnectionView, toInvitationView } from './views.ts';

const { connectionMessages } = contract;

type Paging = Parameters<typeof pageStart>[2];

const relationshipBroadcast = defineBroadcast<{ userId: string; otherId: string }>('relationship');

/** Sends a member's tabs on this server the current relationship with another member, with exact counts. */
async function announceRelationship({ db, channels }: Services, userId: string, otherId: string): Promise<void> {
  const [connectionStatus, { connectionsCount, receivedCount }] = await Promise.all([
    loadConnectionStatus(db, userId, otherId),
    selectCounts(db, userId),
  ]);
  const at = new Date().toISOString();
  channels.toMemberHere(userId, 'tie', { user_id: otherId, connectionStatus, connectionsCount, receivedCount, at });
}

async function ownCounts({ db }: Services, userId: string) {
  const { connectionsCount, receivedCount } = await selectCounts(db, userId);
  return { connectionsCount, receivedCount };
}

async function listInvitations({ readsNow: db }: Services, side: InvitationDirection, userId: string, query: Paging) {
  const start = pageStart(`invitations-${side}`, ['id'], query);
  const [rows, counts] = await Promise.all([selectInvitations(db, side, userId, start), selectCounts(db, userId)]);
  const { items, ...paging } = toPage(`invitations-${side}`, rows, start, invitationKey);
  const inCommonOf = await loadPeopleInCommon(db, userId, items);
  return {
    body: items.map((row) => ({ ...toInvitationView(row), inCommon: inCommonOf(row.id) })),
    ...paging,
    total: side === 'sent' ? counts.sentCount : counts.receivedCount,
  };
}

const CONNECTIONS = 'connections';

async function listConnections(
  { readsNow: db }: Services,
  viewerId: string,
  query: Paging & { keyword?: string | undefined; userId?: string | undefined },
) {
  const list = { userId: query.userId || viewerId, viewerId, keyword: query.keyword ?? '' };
  const start = pageStart(CONNECTIONS, ['time', 'id'], query);
  await requireMember(db, viewerId, list.userId);
  const [rows, total] = await Promise.all([
    selectConnections(db, list, start),
    list.keyword === '' ? selectConnectionsCount(db, list.userId, viewerId) : countMatchingConnections(db, list),
  ]);
  const { items, ...paging } = toPage(CONNECTIONS, rows, start, connectionKey);
  return { body: items.map(toConnectionView), ...paging, total };
}

function bindLists({ bind, services }: FeatureContext): void {
  bind(contract.listSentInvitations, ({ viewerId, query }) => listInvitations(services, 'sent', viewerId, query));
  bind(contract.listReceivedInvitations, ({ viewerId, query }) =>
    listInvitations(services, 'received', viewerId, query),
  );
  bind(contract.listConnections, ({ viewerId, query }) => listConnections(services, viewerId, query));
  bind(contract.listFollowConnections, ({ viewerId, query }) => listConnections(services, viewerId, query));
}

function listen(services: Services): void {
  const { channels, events, serialQueue } = services;
  // A member's events about another member are sent in order, so that the last one has the current state.
  channels.onBroadcast(relationshipBroadcast, ({ userId, otherId }) =>
    serialQueue.coalesce(`relationship:${userId}:${otherId}`, () => announceRelationship(services, userId, otherId)),
  );
  const send = (userId: string, otherId: string): void =>
    channels.broadcast(relationshipBroadcast, { member: userId }, { userId, otherId });
  events.after(relationshipChanged, ({ userId, otherId }) => send(userId, otherId));
  // Also sent if there was no relationship: each member's tabs must stop showing the other member.
  events.after(memberBlocked, ({ userId, blockedId }) => {
    send(userId, blockedId);
    send(blockedId, userId);
  });
  events.within(memberBlocked, (tx, { userId, blockedId }) => commands.endRelationships(tx, userId, blockedId));
  for (const event of [accountDeleting, accountVanished, memberBanned])
    events.within(event, (tx, { userId }) => commands.announceLeaving(tx, userId));
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  listen(services);
  bindLists(context);

  const invite = createInvite(context);
  bind(contract.sendInvitation, async ({ session, viewerId, body }) => {
    const { name, status, invitationId } = await invite(session, body.to_user_id, body.note || null);
    const row = invitationId === null ? undefined : await selectInvitation(services.db, invitationId);
    return {
      message:
        status === 'connected'
          ? english(connectionMessages.connected, { name })
          : english(connectionMessages.sent, { name }),
      body: {
        to_user_id: body.to_user_id,
        connectionStatus: status,
        invitation: row ? toInvitationView(row) : null,
      },
      ...(await ownCounts(services, viewerId)),
    };
  });

  bind(contract.answerInvitation, async ({ viewerId, body }) => {
    const name = await commands.answerInvitation(services, viewerId, body.from_user_id, body.status);
    const accepted = body.status === 'accepted';
    return {
      message: accepted ? english(connectionMessages.connected, { name }) : connectionMessages.ignored,
      body: { ...body, connectionStatus: accepted ? ('connected' as const) : ('none' as const) },
      ...(await ownCounts(services, viewerId)),
    };
  });

  bind(contract.withdrawInvitation, async ({ viewerId, params }) => ({
    message: connectionMessages.withdrawn,
    body: { _id: params.id, to_user_id: await commands.withdrawInvitation(services, viewerId, params.id) },
  }));

  bind(contract.removeConnection, async ({ viewerId, params }) => {
    const { name, status } = await commands.removeConnection(services, viewerId, params.userId);
    const { connectionsCount } = await ownCounts(services, viewerId);
    return {
      message: english(connectionMessages.removed, { name }),
      body: { userId: params.userId, connectionStatus: status },
      connectionsCount,
    };
  });
}
