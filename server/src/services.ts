/** The services that features use. They are created once by app.ts and passed in, so that tests can replace a port. */
import type { ServerEventName, ServerEventPayload } from '@afterhours/contract/realtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { TouchedEverywhere } from './access/touched-everywhere.ts';
import type { BroadcastTarget, BroadcastType } from './broadcast.ts';
import type { Community } from './community/community.ts';
import type { Config } from './config/config.ts';
import type { DbNotifications } from './db/db-notifications.ts';
import type { Events } from './db/events.ts';
import type { Database } from './db/schema/schema.ts';
import type { Sessions } from './http/gate/sessions.ts';
import type { WritePositions } from './http/gate/write-positions.ts';
import type { SecurityLog } from './http/observe/security-log.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { LinkPages } from './platform/link-pages/link-pages.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { Payments } from './platform/payments/payments.ts';
import type { Pictures } from './platform/pictures/pictures.ts';
import type { PushServices } from './platform/push/push-services.ts';
import type { Secrets } from './platform/secrets/secrets.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { EventHandler, HandledEvent, LiveSocket } from './realtime/live-socket.ts';
import type { LinkStatus } from './realtime/relay/link-status.ts';
import type { SerialQueue } from './realtime/relay/serial-queue.ts';
import type { LoadWatchedCounts } from './realtime/watching.ts';

/**
 * Sends to members' tabs on any server. Fire and forget: a browser that is offline reloads its lists when it returns.
 */
export type Channels = {
  toMember<K extends ServerEventName>(userId: string, event: K, payload: ServerEventPayload<K>): void;
  /** The same, but only to the tabs on this server. */
  toMemberHere<K extends ServerEventName>(userId: string, event: K, payload: ServerEventPayload<K>): void;
  /** Sends to all tabs on this server. */
  toAllHere<K extends ServerEventName>(event: K, payload: ServerEventPayload<K>): void;
  /** Broadcasts a change: every server with such tabs, including this one, loads the new state and sends it to them. */
  broadcast<P>(type: BroadcastType<P>, target: BroadcastTarget, payload: P): void;
  /** Registers the handler of a broadcast, which sends only to the tabs on its own server, if possible. */
  onBroadcast<P>(type: BroadcastType<P>, handler: (payload: P) => void): void;
  /** Sends to everyone on this server who has the post open, except these members. */
  toWatchers(postId: string, payload: ServerEventPayload<'post'>, exceptUserIds: readonly string[]): void;
  /** Sends to one member, in the tabs on this server that have the post open. */
  toWatcher(postId: string, userId: string, payload: ServerEventPayload<'post'>): void;
  /** Returns the members who have the post open on this server, each once. */
  watchersOf(postId: string): Promise<string[]>;
  /** Returns the posts that somebody has open on this server. */
  watchedPosts(): string[];
  /** Sends to the sockets in a room, except the given one. */
  toRoom<K extends ServerEventName>(
    room: string,
    event: K,
    payload: ServerEventPayload<K>,
    exceptSocketId?: string,
  ): void;
  /** Registers the handler of an event from members' sockets. */
  handle<K extends HandledEvent>(event: K, handler: EventHandler<K>): void;
  /** Registers handlers for sockets that connect and disconnect. */
  onSockets(handlers: { opened(socket: LiveSocket): void; closed(socket: LiveSocket): void }): void;
  /** Registers the function that decides who may watch a post, by returning null for others; until then, nobody may. */
  guardWatching(loadCounts: LoadWatchedCounts): void;
  /**
   * Notifies the sockets of a session on this server that it has ended or was limited, and closes them. Other servers
   * are notified through `sessions`.
   */
  endSession(sessionId: string, reason?: 'ended' | 'limited'): void;
};

export type Services = {
  config: Config;
  /** The community's settings, such as its name and who may join it. */
  community: Community;
  db: Kysely<Database>;
  /** For single reads that may be slightly stale: from a replica that has the caller's writes. */
  reads: Kysely<Database>;
  /**
   * For single reads of the present state: from the primary, or from a replica only while the primary is unreachable.
   */
  readsNow: Kysely<Database>;
  /** The write-ahead log positions of members' writes. */
  writePositions: WritePositions;
  /** The notifications that the database sends to every server. */
  dbNotifications: DbNotifications;
  sessions: Sessions;
  /** The posts and members that have changed, here and on other servers, for caches. */
  touched: TouchedEverywhere;
  events: Events;
  storage: Storage;
  /** Reads the titles and descriptions of other sites' pages. */
  linkPages: LinkPages;
  /** Sends notifications to devices. */
  pushServices: PushServices;
  /** Processes uploaded images. */
  pictures: Pictures;
  mail: Mail;
  /** Seals values that must stay unreadable in a copy of the database. */
  secrets: Secrets;
  payments: Payments;
  jobs: Jobs;
  channels: Channels;
  /** Tells whether live events reach all servers. */
  linkStatus: LinkStatus;
  /** Sends to browsers after a commit, in order, without anybody waiting for it. */
  serialQueue: SerialQueue;
  /** Security events of accounts, written to the log. */
  security: SecurityLog;
  log: FastifyBaseLogger;
};
