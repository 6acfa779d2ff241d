/** Closes the sockets of sessions whose end this server missed while its connection to the database was down. */
import type { DbNotifications } from '#db/db-notifications.ts';
import type { RevokedSession, Sessions } from '#http/gate/sessions.ts';

const AGAIN_MS = 1_000;

type Sockets = {
  listSessions: () => string[];
  endSession: (sessionId: string, reason: RevokedSession['reason']) => void;
};

/**
 * Checks the sessions of all sockets after database notifications may have been missed, and retries until it succeeds.
 */
export function closeEndedSessions(
  dbNotifications: DbNotifications,
  sessions: Pick<Sessions, 'listRevoked'>,
  sockets: Sockets,
): void {
  let timer: NodeJS.Timeout | undefined;
  let missed = false;
  async function closeAll(): Promise<void> {
    const sessionIds = sockets.listSessions();
    for (const { sessionId, reason } of sessionIds.length > 0 ? await sessions.listRevoked(sessionIds) : [])
      sockets.endSession(sessionId, reason);
  }
  function again(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // While the connection is down, the database is not queried either; the next gap ends when it is back.
      if (!missed || !dbNotifications.reliable) return;
      missed = false;
      closeAll().catch(() => {
        missed = true;
        again();
      });
    }, AGAIN_MS).unref();
  }
  dbNotifications.onGap(() => {
    missed = true;
    again();
  });
}
