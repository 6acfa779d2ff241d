/**
 * Reloads live data every 15 seconds while events may be missing: when the socket is down, or when the server reports
 * that its link to the other servers is down. Data is reloaded one last time after recovery.
 */
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';

const PERIOD_MS = 15_000;
/** Spreads the requests of many tabs over this time. */
const SPREAD_MS = 3_000;

type LiveSocket = Pick<Socket<ServerEvents, ClientEvents>, 'connected' | 'on' | 'off'>;

/** Calls `reload` while this is needed and the tab is visible. Returns a function that stops it. */
export function pollWhileUnreliable(socket: LiveSocket, reload: () => void): () => void {
  let weak = false;
  let loadedAt = Date.now();
  let recovery: ReturnType<typeof setTimeout> | undefined;

  const load = () => {
    loadedAt = Date.now();
    reload();
  };
  const reloadIfNeeded = () => {
    const needed = weak || !socket.connected;
    if (needed && document.visibilityState === 'visible' && Date.now() - loadedAt >= PERIOD_MS) load();
  };
  const onConnect = () => {
    // The listeners reload by themselves; if the server's link is weak, it reports that next.
    weak = false;
  };
  const onLine: ServerEvents['line'] = (line) => {
    clearTimeout(recovery);
    if (weak && !line.weak) recovery = setTimeout(load, Math.random() * SPREAD_MS);
    weak = line.weak;
  };

  const timer = setInterval(reloadIfNeeded, PERIOD_MS + Math.random() * SPREAD_MS);
  socket.on('connect', onConnect);
  socket.on('line', onLine);
  document.addEventListener('visibilitychange', reloadIfNeeded);
  return () => {
    clearInterval(timer);
    clearTimeout(recovery);
    socket.off('connect', onConnect);
    socket.off('line', onLine);
    document.removeEventListener('visibilitychange', reloadIfNeeded);
  };
}
