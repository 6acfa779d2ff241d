/**
 * The followers of members' presence, on this server. A tab names the members it shows. It is sent the presence of each
 * at once, and again whenever that changes, here or on another server. Members who hide theirs are sent none.
 */
import type { Db } from '#db/connection/pool.ts';
import type { LiveSocket } from '#realtime/live-socket.ts';
import type { SerialQueue } from '#realtime/relay/serial-queue.ts';
import { type PresenceRow, selectParted, selectPresence } from './queries.ts';

const TURN = 'presence-views';

const isSame = (one: PresenceRow | undefined, other: PresenceRow): boolean =>
  one?.login_time?.getTime() === other.login_time?.getTime() &&
  one?.last_seen_at.getTime() === other.last_seen_at.getTime() &&
  one?.show_presence === other.show_presence;

export function createFollowers({ db, serialQueue }: { db: Db; serialQueue: SerialQueue }) {
  const lists = new Map<LiveSocket, ReadonlySet<string>>();
  /** By member: the tabs that follow them, and the following tabs of their own. */
  const concerned = new Map<string, Set<LiveSocket>>();
  const known = new Map<string, PresenceRow>();

  function forget(socket: LiveSocket): void {
    for (const id of [...(lists.get(socket) ?? []), socket.userId]) {
      const sockets = concerned.get(id);
      sockets?.delete(socket);
      if (sockets?.size === 0) {
        concerned.delete(id);
        known.delete(id);
      }
    }
    lists.delete(socket);
  }

  function remember(socket: LiveSocket, ids: readonly string[]): void {
    forget(socket);
    lists.set(socket, new Set(ids));
    for (const id of [...ids, socket.userId]) {
      const sockets = concerned.get(id) ?? new Set();
      concerned.set(id, sockets.add(socket));
    }
  }

  function tell(socket: LiveSocket, id: string): void {
    const row = known.get(id);
    const shown = row?.show_presence === true && known.get(socket.userId)?.show_presence === true;
    socket.emit('presence', {
      user_id: id,
      login_time: shown ? (row.login_time?.toISOString() ?? null) : null,
      updatedAt: shown ? row.last_seen_at.toISOString() : null,
    });
  }

  /** Takes in loaded presences and sends each tab the changed ones, except a tab that is sent all of them anyway. */
  function update(rows: readonly PresenceRow[], except?: LiveSocket): void {
    const changed = rows.filter((row) => concerned.has(row.id) && !isSame(known.get(row.id), row));
    const switched = changed.filter((row) => known.get(row.id)?.show_presence !== row.show_presence);
    for (const row of changed) known.set(row.id, row);
    const others = (id: string) => [...(concerned.get(id) ?? [])].filter((socket) => socket !== except);
    for (const { id } of changed) for (const socket of others(id)) if (lists.get(socket)?.has(id)) tell(socket, id);
    for (const { id } of switched)
      for (const socket of others(id))
        if (socket.userId === id) for (const other of lists.get(socket) ?? []) tell(socket, other);
  }

  /** Two members no longer see each other: their tabs are sent that they are hidden, and then nothing more. */
  function part(one: string, other: string): void {
    for (const [socket, list] of lists) {
      const gone = socket.userId === one ? other : socket.userId === other ? one : null;
      if (gone === null || !list.has(gone)) continue;
      socket.emit('presence', { user_id: gone, login_time: null, updatedAt: null });
      remember(
        socket,
        [...list].filter((id) => id !== gone),
      );
    }
  }

  /** A member has deleted their account: their followers are sent that, and then nothing more. */
  function leave(id: string): void {
    for (const socket of concerned.get(id) ?? []) {
      const list = lists.get(socket);
      if (!list?.has(id)) continue;
      socket.emit('presence', { user_id: id, login_time: null, updatedAt: null });
      remember(
        socket,
        [...list].filter((other) => other !== id),
      );
    }
  }

  return {
    /** Replaces the members that a tab follows, and sends it the presence of all of them. */
    async follow(socket: LiveSocket, ids: readonly string[]): Promise<void> {
      // The tab was closed while its members were checked; nothing would ever remove its entries.
      if (!socket.connected) return;
      remember(socket, ids);
      return new Promise((resolve, reject) => {
        serialQueue.queue(TURN, async () => {
          try {
            update(await selectPresence(db, [...ids, socket.userId]), socket);
            for (const id of lists.get(socket) ?? []) tell(socket, id);
            resolve();
          } catch (error) {
            reject(error);
          }
        });
      });
    },
    forget,
    part,
    /** Separates pairs of which one has blocked the other, on any server. */
    partBlocked(): void {
      if (lists.size === 0) return;
      serialQueue.queue(TURN, async () => {
        const viewerIds = new Set([...lists.keys()].map((socket) => socket.userId));
        for (const pair of await selectParted(db, [...viewerIds], [...concerned.keys()]))
          part(pair.user_id, pair.other_user_id);
      });
    },
    /** Loads these members again, or all with followers on this server. */
    refresh(ids?: readonly string[]): void {
      const wanted = (ids ?? [...concerned.keys()]).filter((id) => concerned.has(id));
      if (wanted.length === 0) return;
      serialQueue.queue(TURN, async () => {
        const rows = await selectPresence(db, wanted);
        update(rows);
        const there = new Set(rows.map((row) => row.id));
        for (const id of wanted) if (!there.has(id)) leave(id);
      });
    },
  };
}
