/**
 * Live data is loaded again every 15 seconds while events may be missing: the socket is down, or the server reports
 * that its link to the other servers is. Once all is well again, it is loaded a last time.
 */
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';

const PERIOD_MS = 15_000;
/** Spreads the calls of many tabs over this time. */
const SPREAD_MS = 3_000;

type LiveSocket = Pick<Socket<ServerEvents, ClientEvents>, 'connected' | 'on' | 'off'>;

/** Calls `reload` as long as that is needed and the tab is visible. Returns a function that stops it. */
export function keepCurrent(socket: LiveSocket, reload: () => void): () => void {
  let weak = false;
  let loadedAt = Date.now();
  let healing: ReturnType<typeof setTimeout> | undefined;

  const load = () => {
    loadedAt = Date.now();
    reload();
  };
  const look = () => {
    const needed = weak || !socket.connected;
    if (needed && document.visibilityState === 'visible' && Date.now() - loadedAt >= PERIOD_MS) load();
  };
  const onConnect = () => {
    // The listeners load again by themselves; a weak link of the server is reported next.
    weak = false;
  };
  const onLine: ServerEvents['line'] = (line) => {
    clearTimeout(healing);
    if (weak && !line.weak) healing = setTimeout(load, Math.random() * SPREAD_MS);
    weak = line.weak;
  };

  const timer = setInterval(look, PERIOD_MS + Math.random() * SPREAD_MS);
  socket.on('connect', onConnect);
  socket.on('line', onLine);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    clearTimeout(healing);
    socket.off('connect', onConnect);
    socket.off('line', onLine);
    document.removeEventListener('visibilitychange', look);
  };
}
