/** What the features need from outside them; made once by app.ts and handed in, so that tests may replace a port. */
import type { ServerEventName, ServerEventPayload } from '@afterhours/contract/realtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Audience, BroadcastType } from './broadcast.ts';
import type { Config } from './config.ts';
import type { DbNotifications } from './db/db-notifications.ts';
import type { Events } from './db/events.ts';
import type { Database } from './db/schema/schema.ts';
import type { MemberCache } from './http/gate/member-cache.ts';
import type { Sessions } from './http/gate/sessions.ts';
import type { WritePositions } from './http/gate/write-positions.ts';
import type { SecurityLog } from './http/observe/security-log.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { Payments } from './platform/payments/payments.ts';
import type { Pictures } from './platform/pictures/pictures.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { EventHandler, HandledEvent, LiveSocket } from './realtime/live-socket.ts';
import type { LinkStatus } from './realtime/relay/link-status.ts';
import type { SerialQueue } from './realtime/relay/serial-queue.ts';

/** Sends to members' windows, on whichever server they are. Fire and forget: a browser that is away reads its lists on return. */
export type Channels = {
  toMember<K extends ServerEventName>(userId: string, event: K, payload: ServerEventPayload<K>): void;
  /** The same, but to the windows on this server only. */
  toMemberHere<K extends ServerEventName>(userId: string, event: K, payload: ServerEventPayload<K>): void;
  /** Has every server with such windows, this one too, tell them of something that has changed. */
  broadcast<P>(type: BroadcastType<P>, audience: Audience, payload: P): void;
  /** Says what a server does when news are brought; it tells its own windows only, if it can. */
  onBroadcast<P>(type: BroadcastType<P>, handler: (payload: P) => void): void;
  /** Sends to everybody on this server who has the post open, but not to these members. */
  toWatchers(postId: string, payload: ServerEventPayload<'post'>, exceptUserIds: readonly string[]): void;
  /** Sends to one member, in the windows on this server that have the post open. */
  toWatcher(postId: string, userId: string, payload: ServerEventPayload<'post'>): void;
  /** The members who have the post open on this server, each once. */
  watchersOf(postId: string): Promise<string[]>;
  /** Sends to the sockets that were put into a room, but not to that one. */
  toRoom<K extends ServerEventName>(
    room: string,
    event: K,
    payload: ServerEventPayload<K>,
    exceptSocketId?: string,
  ): void;
  /** Says who answers an event of members' sockets. */
  handle<K extends HandledEvent>(event: K, handler: EventHandler<K>): void;
  /** Tells of sockets that come and go. */
  onSockets(door: { opened(socket: LiveSocket): void; closed(socket: LiveSocket): void }): void;
  /** Says who may watch a post; until then nobody may. */
  guardWatching(mayWatch: (userId: string, postId: string) => Promise<boolean>): void;
  /** Tells the sockets of a session on this server that it has ended, and closes them; the others hear of it by `sessions`. */
  endSession(sessionId: string): void;
};

export type Services = {
  config: Config;
  db: Kysely<Database>;
  /** For single reads that may be a moment old: answered by a replica that has what the caller has written. */
  reads: Kysely<Database>;
  /** For single reads of what is now: answered by the primary, and by a replica only while that is away. */
  readsNow: Kysely<Database>;
  /** How far members have written. */
  writePositions: WritePositions;
  /** What the database tells every server of. */
  dbNotifications: DbNotifications;
  sessions: Sessions;
  /** What is remembered of members between calls, and when it is forgotten. */
  memberCache: MemberCache;
  events: Events;
  storage: Storage;
  /** Opens uploaded pictures. */
  pictures: Pictures;
  mail: Mail;
  payments: Payments;
  jobs: Jobs;
  channels: Channels;
  /** Whether what is told live reaches everybody. */
  linkStatus: LinkStatus;
  /** What browsers are told after a commit: in order, without anybody waiting for it. */
  serialQueue: SerialQueue;
  /** What happens to accounts, in the log. */
  security: SecurityLog;
  log: FastifyBaseLogger;
};
