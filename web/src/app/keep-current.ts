/**
 * What is live is read again every quarter of a minute while the line does not tell everything: it is down, or the
 * server says that it is weak. Once it is whole again, all is read a last time.
 */
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';

const PERIOD_MS = 15_000;
/** Of many windows, each takes a moment of its own. */
const SPREAD_MS = 3_000;

type LiveSocket = Pick<Socket<ServerEvents, ClientEvents>, 'connected' | 'on' | 'off'>;

/** Calls `reloadMessages` as long as that is needed and the window is in sight; answers how to stop. */
export function keepCurrent(socket: LiveSocket, reloadMessages: () => void): () => void {
  let weak = false;
  let readAt = Date.now();
  let healing: ReturnType<typeof setTimeout> | undefined;

  const read = () => {
    readAt = Date.now();
    reloadMessages();
  };
  const look = () => {
    const needed = weak || !socket.connected;
    if (needed && document.visibilityState === 'visible' && Date.now() - readAt >= PERIOD_MS) read();
  };
  const onConnect = () => {
    // Whoever listens reads again by itself; if the new line is weak, that is told next.
    weak = false;
  };
  const onLine: ServerEvents['line'] = (line) => {
    clearTimeout(healing);
    if (weak && !line.weak) healing = setTimeout(read, Math.random() * SPREAD_MS);
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
