/**
 * The events that clients send over a socket. Each event costs a little of the socket's budget, is parsed with the
 * contract, and is handled in order: a later event never overtakes an earlier one. Nothing that a client sends causes
 * an error; the client gets `{ok: false}` and a message.
 */
import { clientEvents, type WatchResponse, watchMessages } from '@afterhours/contract/realtime';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#http/errors/errors.ts';
import { asWritten } from '#texts/english.ts';
import { createEventBudget } from './event-budget.ts';
import type { EventHandler, HandledEvent, LiveSocket } from './live-socket.ts';
import { refused } from './refused.ts';
import { createSerialQueue } from './relay/serial-queue.ts';

const MAX_WAITING = 100;

/** The parts of Socket.IO's socket that are used here; its own types restrict listeners to known events. */
type EventSocket = {
  use(check: (packet: readonly unknown[], next: () => void) => void): unknown;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  disconnect(close: boolean): unknown;
};

export type Handlers = { [K in HandledEvent]?: EventHandler<K> };

/** The events that features handle: a record, so that a new one in the contract cannot be left out. */
const handled: Record<HandledEvent, true> = {
  join: true,
  leave: true,
  sendMessageToServer: true,
  typing: true,
  delivered: true,
  presence: true,
  visibility: true,
};
const known = new Set<string>(Object.keys(clientEvents));

/** Calls an acknowledgement, if the client wants one. */
function respond(acknowledge: unknown, result: WatchResponse): void {
  if (typeof acknowledge === 'function') (acknowledge as (response: WatchResponse) => void)(result);
}

/** Rejects events that come too fast or are not in the contract; disconnects a socket that does not slow down. */
function limit(socket: EventSocket, takeFromMember: () => boolean): void {
  const takeFromSocket = createEventBudget(() => performance.now());
  socket.use((packet, next) => {
    const verdict = takeFromSocket();
    if (verdict === 'disconnect') {
      socket.disconnect(true);
      return;
    }
    const name: unknown = packet[0];
    const isTaken = verdict === 'take' && takeFromMember();
    const problem = isTaken ? watchMessages.wrongShape : watchMessages.tooFast;
    if (isTaken && known.has(String(name))) next();
    else respond(packet.at(-1), refused(problem));
  });
}

async function run(
  handlers: Handlers,
  event: HandledEvent,
  live: LiveSocket,
  payload: unknown,
): Promise<WatchResponse> {
  const parsed = clientEvents[event].safeParse(payload);
  const handler = handlers[event];
  if (!parsed.success || !handler) return refused(watchMessages.wrongShape);
  // A payload that passes an event's schema has the type that its handler expects.
  return (await handler(live, parsed.data as never)) ?? { ok: true };
}

type Dependencies = { handlers: Handlers; takeFromMember: (userId: string) => boolean; log: FastifyBaseLogger };

/** Handles a socket's events with the `handlers` that are registered when an event arrives. */
export function addEvents(
  socket: EventSocket,
  live: LiveSocket,
  { handlers, takeFromMember, log }: Dependencies,
): void {
  limit(socket, () => takeFromMember(live.userId));
  const queue = createSerialQueue((error) => log.error({ err: error }, 'handling a socket event failed'));
  let waiting = 0;
  const handleEvent = async (event: HandledEvent, payload: unknown, reply: unknown): Promise<void> => {
    const result = await run(handlers, event, live, payload).catch((error: unknown) => {
      if (error instanceof AppError) return refused(asWritten(error.message));
      log.error({ err: error }, 'handling a socket event failed');
      return refused(watchMessages.busy);
    });
    waiting--;
    respond(reply, result);
  };
  for (const event of Object.keys(handled) as HandledEvent[]) {
    socket.on(event, (...args) => {
      // The acknowledgement is the last argument, however many precede it.
      const reply = args.at(-1);
      const sent = typeof reply === 'function' ? args.slice(0, -1) : args;
      const payload = sent.length === 1 ? sent[0] : undefined;
      if (waiting >= MAX_WAITING) return respond(reply, refused(watchMessages.busy));
      waiting++;
      queue.queue('events', () => handleEvent(event, payload, reply));
    });
  }
}
