/**
 * The tabs on this server that subscribe to members. A tab names the members it shows. It receives the presence of each
 * at once, and again whenever that changes, on this or another server. Members who hide their own presence receive
 * none. A tab also receives changes to the names and pictures of these members.
 */
import type { Db } from '#db/connection/pool.ts';
import { toPersonView } from '#features/people/views.ts';
import type { LiveSocket } from '#realtime/live-socket.ts';
import type { SerialQueue } from '#realtime/relay/serial-queue.ts';
import { type PresenceRow, selectPerson, selectPresence, selectUnwatchable } from './queries.ts';

/** The key under which the queue runs all loads of presence one after another. */
const QUEUE_KEY = 'presence-views';

const isSame = (one: PresenceRow | undefined, other: PresenceRow): boolean =>
  one?.login_time?.getTime() === other.login_time?.getTime() &&
  one?.last_seen_at.getTime() === other.last_seen_at.getTime() &&
  one?.show_presence === other.show_presence;

/** The members that each tab subscribes to, and the presence last sent. */
class Subscriptions {
  readonly membersByTab = new Map<LiveSocket, ReadonlySet<string>>();
  /** The tabs that subscribe to a member, and the member's own tabs with subscriptions to others. */
  readonly tabsByMember = new Map<string, Set<LiveSocket>>();
  readonly #known = new Map<string, PresenceRow>();

  remove(socket: LiveSocket): void {
    for (const id of [...(this.membersByTab.get(socket) ?? []), socket.userId]) {
      const sockets = this.tabsByMember.get(id);
      sockets?.delete(socket);
      if (sockets?.size === 0) {
        this.tabsByMember.delete(id);
        this.#known.delete(id);
      }
    }
    this.membersByTab.delete(socket);
  }

  set(socket: LiveSocket, ids: readonly string[]): void {
    this.remove(socket);
    this.membersByTab.set(socket, new Set(ids));
    for (const id of [...ids, socket.userId]) {
      const sockets = this.tabsByMember.get(id) ?? new Set();
      this.tabsByMember.set(id, sockets.add(socket));
    }
  }

  send(socket: LiveSocket, id: string): void {
    const row = this.#known.get(id);
    const shown = row?.show_presence === true && this.#known.get(socket.userId)?.show_presence === true;
    socket.emit('presence', {
      user_id: id,
      login_time: shown ? (row.login_time?.toISOString() ?? null) : null,
      updatedAt: shown ? row.last_seen_at.toISOString() : null,
    });
  }

  /**
   * Stores loaded presences and sends each tab the changed ones, except a tab that is about to receive all of them
   * anyway.
   */
  update(rows: readonly PresenceRow[], except?: LiveSocket): void {
    const changed = rows.filter((row) => this.tabsByMember.has(row.id) && !isSame(this.#known.get(row.id), row));
    const switched = changed.filter((row) => this.#known.get(row.id)?.show_presence !== row.show_presence);
    for (const row of changed) this.#known.set(row.id, row);
    const others = (id: string) => [...(this.tabsByMember.get(id) ?? [])].filter((socket) => socket !== except);
    for (const { id } of changed)
      for (const socket of others(id)) if (this.membersByTab.get(socket)?.has(id)) this.send(socket, id);
    // Members who hide or show their own presence lose or regain that of others.
    for (const { id } of switched)
      for (const socket of others(id))
        if (socket.userId === id) for (const other of this.membersByTab.get(socket) ?? []) this.send(socket, other);
  }

  /** Returns the tabs that subscribe to a member. */
  subscribersOf(id: string): LiveSocket[] {
    return [...(this.tabsByMember.get(id) ?? [])].filter((socket) => this.membersByTab.get(socket)?.has(id));
  }

  /** Ends a tab's subscription to a member, and sends it that the member is hidden. */
  end(socket: LiveSocket, id: string): void {
    const list = this.membersByTab.get(socket);
    if (!list?.has(id)) return;
    socket.emit('presence', { user_id: id, login_time: null, updatedAt: null });
    this.set(
      socket,
      [...list].filter((other) => other !== id),
    );
  }
}

type Source = { db: Db; serialQueue: SerialQueue };

export function createSubscriptions({ db, serialQueue }: Source) {
  const subscriptions = new Subscriptions();
  const { membersByTab, tabsByMember } = subscriptions;

  /** Ends a viewer's subscriptions to a member. */
  function hide(viewerId: string, memberId: string): void {
    for (const socket of membersByTab.keys()) if (socket.userId === viewerId) subscriptions.end(socket, memberId);
  }

  return {
    /** Replaces the members that a tab subscribes to, and sends it the presence of all of them. */
    async subscribe(socket: LiveSocket, ids: readonly string[]): Promise<void> {
      // The tab was closed while its members were checked, so nothing would ever remove its entries.
      if (!socket.connected) return;
      subscriptions.set(socket, ids);
      return new Promise((resolve, reject) => {
        serialQueue.queue(QUEUE_KEY, async () => {
          try {
            subscriptions.update(await selectPresence(db, [...ids, socket.userId]), socket);
            for (const id of membersByTab.get(socket) ?? []) subscriptions.send(socket, id);
            resolve();
          } catch (error) {
            reject(error);
          }
        });
      });
    },
    unsubscribe: (socket: LiveSocket): void => subscriptions.remove(socket),
    /** Ends the subscriptions of two members to each other, because they no longer see each other. */
    separate(one: string, other: string): void {
      hide(one, other);
      hide(other, one);
    },
    /** Ends the subscriptions that a block or a waiting message request, through any server, no longer allows. */
    endUnwatchable(): void {
      if (membersByTab.size === 0) return;
      serialQueue.queue(QUEUE_KEY, async () => {
        const viewerIds = new Set([...membersByTab.keys()].map((socket) => socket.userId));
        for (const pair of await selectUnwatchable(db, [...viewerIds], [...tabsByMember.keys()]))
          hide(pair.viewer_id, pair.user_id);
      });
    },
    sendMember: (id: string): void => sendMember(subscriptions, { db, serialQueue }, id, hide),
    refresh: (ids?: readonly string[]): void => refresh(subscriptions, { db, serialQueue }, ids),
  };
}

/**
 * Sends a member's name and picture, which have changed, to the tabs that subscribe to the member. `hide` is called
 * for viewers who must not watch the member any more, which only the database knows yet.
 */
function sendMember(
  subscriptions: Subscriptions,
  { db, serialQueue }: Source,
  id: string,
  hide: (viewerId: string, memberId: string) => void,
): void {
  if (subscriptions.subscribersOf(id).length === 0) return;
  serialQueue.coalesce(`member:${id}`, async () => {
    const viewerIds = subscriptions.subscribersOf(id).map((socket) => socket.userId);
    const [row, unwatchable] = await Promise.all([selectPerson(db, id), selectUnwatchable(db, viewerIds, [id])]);
    for (const { viewer_id: viewerId } of unwatchable) hide(viewerId, id);
    if (row) for (const socket of subscriptions.subscribersOf(id)) socket.emit('member', { user: toPersonView(row) });
  });
}

/** Reloads these members, or all with a subscription on this server. */
function refresh(subscriptions: Subscriptions, { db, serialQueue }: Source, ids?: readonly string[]): void {
  const wanted = (ids ?? [...subscriptions.tabsByMember.keys()]).filter((id) => subscriptions.tabsByMember.has(id));
  if (wanted.length === 0) return;
  serialQueue.queue(QUEUE_KEY, async () => {
    const rows = await selectPresence(db, wanted);
    subscriptions.update(rows);
    const existing = new Set(rows.map((row) => row.id));
    for (const id of wanted) {
      if (existing.has(id)) continue;
      for (const socket of subscriptions.tabsByMember.get(id) ?? []) subscriptions.end(socket, id);
    }
  });
}
