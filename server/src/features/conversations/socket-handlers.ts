/** Handles a tab's chat events: joining and leaving a room, sent messages, typing, and delivery. */
import { type WatchResponse, watchMessages } from '@afterhours/contract/realtime';
import { requireMember } from '#access/members.ts';
import { LARGEST_INTEGER } from '#db/statements/keyset.ts';
import { loadMessageForMembers, selectNewestMessageId } from '#features/messages/loaders.ts';
import { AppError } from '#http/errors/errors.ts';
import { refused } from '#realtime/refused.ts';
import { conversationRoom } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';
import { setMessagesDelivered } from './commands.ts';
import { selectReadMarkers } from './queries.ts';
import { createTypingGate } from './typing.ts';
import type { ReadMarkersRow } from './views.ts';

const MAX_ROOMS = 50;

async function requireOwn({ db }: Services, userId: string, conversationId: string): Promise<ReadMarkersRow> {
  const readMarkers = await selectReadMarkers(db, userId, { conversationId });
  if (!readMarkers) throw new AppError(404, watchMessages.noRoom);
  return readMarkers;
}

/** Sends the room the newest message that a member has stored; the content of the client's event is ignored. */
async function relayNewest(
  services: Services,
  readMarkers: ReadMarkersRow,
  socketId: string,
): Promise<WatchResponse | undefined> {
  const { db, channels } = services;
  const { conversation_id: room, user_id: senderId, other_user_id: otherId } = readMarkers;
  if (readMarkers.is_request) return undefined;
  const messageId = await selectNewestMessageId(db, room, senderId);
  if (messageId === undefined) return refused(watchMessages.noRoom);
  for (const { viewerId, message } of await loadMessageForMembers(db, messageId, [otherId, senderId]))
    channels.toRoom(conversationRoom(room, viewerId), 'sendMessageToClient', { room, message }, socketId);
  return undefined;
}

export function handleSocketEvents(services: Services): void {
  const { channels } = services;

  channels.handle('join', async (socket, { room }) => {
    await requireOwn(services, socket.userId, room);
    const name = conversationRoom(room, socket.userId);
    if (socket.rooms.size >= MAX_ROOMS && !socket.rooms.has(name)) return refused(watchMessages.busy);
    await socket.enter(name);
    return undefined;
  });

  channels.handle('leave', async (socket, { room }) => {
    socket.leave(conversationRoom(room, socket.userId));
    return undefined;
  });

  channels.handle('sendMessageToServer', async (socket, { room }) =>
    relayNewest(services, await requireOwn(services, socket.userId, room), socket.id),
  );

  const announceTyping = createTypingGate((key, typing) => {
    const [uniquekey = '', userId = '', otherId = ''] = key.split(' ');
    channels.toMember(otherId, 'typing', { uniquekey, user_id: userId, typing });
  });
  channels.handle('typing', async (socket, { room, typing }) => {
    const readMarkers = await requireOwn(services, socket.userId, room);
    if (readMarkers.is_request) return undefined;
    await requireMember(services.db, socket.userId, readMarkers.other_user_id);
    announceTyping([room, socket.userId, readMarkers.other_user_id].join(' '), typing);
    return undefined;
  });

  channels.handle('delivered', async (socket, { room, seq }) => {
    await requireOwn(services, socket.userId, room);
    await setMessagesDelivered(services, socket.userId, { conversationId: room }, Math.min(seq, LARGEST_INTEGER));
    return undefined;
  });
}
