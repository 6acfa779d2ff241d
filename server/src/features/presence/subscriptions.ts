/**
 * The tabs on this server that follow members' presence. A tab names the members it shows. It receives the presence of
 * each at once, and again whenever that changes, on this or another server. Members who hide their own presence receive
 * none. A tab also receives changes to the names and pictures of these members.
 */
import type { Db } from '#db/connection/pool.ts';
import { toPersonView } from '#features/people/views.ts';
import type { LiveSocket } from '#realtime/live-socket.ts';
import type { SerialQueue } from '#realtime/relay/serial-queue.ts';
import { type PresenceRow, selectParted, selectPerson, selectPresence } from './queries.ts';

/** The key under which the queue runs all loads of presence one after another. */
const QUEUE_KEY = 'presence-views';

const isSame = (one: PresenceRow | undefined, other: PresenceRow): boolean =>
  one?.login_time?.getTime() === other.login_time?.getTime() &&
  one?.last_seen_at.getTime() === other.last_seen_at.getTime() &&
  one?.show_presence === other.show_presence;

/** The tabs that follow members, and the presence last sent to them. */
class FollowLists {
  readonly lists = new Map<LiveSocket, ReadonlySet<string>>();
  /** By member: the tabs that follow them, and their own tabs that follow others. */
  readonly concerned = new Map<string, Set<LiveSocket>>();
  readonly #known = new Map<string, PresenceRow>();

  unfollow(socket: LiveSocket): void {
    for (const id of [...(this.lists.get(socket) ?? []), socket.userId]) {
      const sockets = this.concerned.get(id);
      sockets?.delete(socket);
      if (sockets?.size === 0) {
        this.concerned.delete(id);
        this.#known.delete(id);
      }
    }
    this.lists.delete(socket);
  }

  setList(socket: LiveSocket, ids: readonly string[]): void {
    this.unfollow(socket);
    this.lists.set(socket, new Set(ids));
    for (const id of [...ids, socket.userId]) {
      const sockets = this.concerned.get(id) ?? new Set();
      this.concerned.set(id, sockets.add(socket));
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
    const changed = rows.filter((row) => this.concerned.has(row.id) && !isSame(this.#known.get(row.id), row));
    const switched = changed.filter((row) => this.#known.get(row.id)?.show_presence !== row.show_presence);
    for (const row of changed) this.#known.set(row.id, row);
    const others = (id: string) => [...(this.concerned.get(id) ?? [])].filter((socket) => socket !== except);
    for (const { id } of changed)
      for (const socket of others(id)) if (this.lists.get(socket)?.has(id)) this.send(socket, id);
    for (const { id } of switched)
      for (const socket of others(id))
        if (socket.userId === id) for (const other of this.lists.get(socket) ?? []) this.send(socket, other);
  }

  /** Returns the tabs whose lists have a member. */
  tabsWith(id: string): LiveSocket[] {
    return [...(this.concerned.get(id) ?? [])].filter((socket) => this.lists.get(socket)?.has(id));
  }

  /** Tells a tab that a member of its list is hidden, and removes the member from the list. */
  remove(socket: LiveSocket, id: string): void {
    const list = this.lists.get(socket);
    if (!list?.has(id)) return;
    socket.emit('presence', { user_id: id, login_time: null, updatedAt: null });
    this.setList(
      socket,
      [...list].filter((other) => other !== id),
    );
  }
}

type Source = { db: Db; serialQueue: SerialQueue };

export function createFollowers({ db, serialQueue }: Source) {
  const follows = new FollowLists();
  const { lists, concerned } = follows;

  /**
   * Separates two members who no longer see each other: their tabs receive that the other is hidden, and then nothing
   * more.
   */
  function part(one: string, other: string): void {
    for (const socket of lists.keys()) {
      if (socket.userId === one) follows.remove(socket, other);
      else if (socket.userId === other) follows.remove(socket, one);
    }
  }

  return {
    /** Replaces the members that a tab follows, and sends it the presence of all of them. */
    async follow(socket: LiveSocket, ids: readonly string[]): Promise<void> {
      // The tab was closed while its members were checked, so nothing would ever remove its entries.
      if (!socket.connected) return;
      follows.setList(socket, ids);
      return new Promise((resolve, reject) => {
        serialQueue.queue(QUEUE_KEY, async () => {
          try {
            follows.update(await selectPresence(db, [...ids, socket.userId]), socket);
            for (const id of lists.get(socket) ?? []) follows.send(socket, id);
            resolve();
          } catch (error) {
            reject(error);
          }
        });
      });
    },
    unfollow: (socket: LiveSocket): void => follows.unfollow(socket),
    part,
    /** Separates pairs of members of whom one has blocked the other, on any server. */
    partBlocked(): void {
      if (lists.size === 0) return;
      serialQueue.queue(QUEUE_KEY, async () => {
        const viewerIds = new Set([...lists.keys()].map((socket) => socket.userId));
        for (const pair of await selectParted(db, [...viewerIds], [...concerned.keys()]))
          part(pair.user_id, pair.other_user_id);
      });
    },
    showMember: (id: string): void => showMember(follows, { db, serialQueue }, id, part),
    refresh: (ids?: readonly string[]): void => refresh(follows, { db, serialQueue }, ids),
  };
}

/**
 * Sends a member's name and picture, which have changed, to the tabs that follow the member. `part` is called for
 * viewers with whom a block is only known to the database yet.
 */
function showMember(
  follows: FollowLists,
  { db, serialQueue }: Source,
  id: string,
  part: (one: string, other: string) => void,
): void {
  if (follows.tabsWith(id).length === 0) return;
  serialQueue.coalesce(`member:${id}`, async () => {
    const viewerIds = follows.tabsWith(id).map((socket) => socket.userId);
    const [row, parted] = await Promise.all([selectPerson(db, id), selectParted(db, viewerIds, [id])]);
    for (const pair of parted) part(pair.user_id, pair.other_user_id);
    if (row) for (const socket of follows.tabsWith(id)) socket.emit('member', { user: toPersonView(row) });
  });
}

/** Reloads these members, or all that are followed on this server. */
function refresh(follows: FollowLists, { db, serialQueue }: Source, ids?: readonly string[]): void {
  const wanted = (ids ?? [...follows.concerned.keys()]).filter((id) => follows.concerned.has(id));
  if (wanted.length === 0) return;
  serialQueue.queue(QUEUE_KEY, async () => {
    const rows = await selectPresence(db, wanted);
    follows.update(rows);
    const existing = new Set(rows.map((row) => row.id));
    for (const id of wanted) {
      if (existing.has(id)) continue;
      for (const socket of follows.concerned.get(id) ?? []) follows.remove(socket, id);
    }
  });
}
