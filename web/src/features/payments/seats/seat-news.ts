/** What becomes of the viewer's seats while the page is open: by other windows, by hosts, and by offers. */
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { createMissedNews } from '#lib/browser/missed-news.ts';

const listeners = new Set<() => void>();

/** Has the seats that are shown loaded again. */
export function reloadSeats(): void {
  for (const listener of listeners) listener();
}

/** Calls back when the viewer's seats may be others than before. Returns how to stop. */
export function onSeatNews(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const KINDS: ReadonlySet<string | null> = new Set([
  'webinarCancelled',
  'webinarMoved',
  'webinarDeleted',
  'recordingAdded',
]);

/** Listens for news of seats, which may have been missed while the tab was not in sight. Returns how to stop. */
export function listenToSeats(socket: Socket<ServerEvents, ClientEvents>): () => void {
  const missedNews = createMissedNews();
  const onConnect = () => {
    if (missedNews()) reloadSeats();
  };
  const onNotification: ServerEvents['notification'] = ({ notification }) => {
    if (KINDS.has(notification.kind)) reloadSeats();
  };
  const onLook = () => {
    if (document.visibilityState === 'visible') reloadSeats();
  };
  socket.on('connect', onConnect);
  socket.on('seats', reloadSeats);
  socket.on('notification', onNotification);
  document.addEventListener('visibilitychange', onLook);
  return () => {
    socket.off('connect', onConnect);
    socket.off('seats', reloadSeats);
    socket.off('notification', onNotification);
    document.removeEventListener('visibilitychange', onLook);
  };
}
