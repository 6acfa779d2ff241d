/** Broadcasts the positions of members' writes several times a second, for calls that come without a cookie. */
import { defineBroadcast } from '#broadcast.ts';
import type { Position } from '#db/replicas/position.ts';
import type { WritePositions } from '#http/gate/write-positions.ts';
import type { Channels } from '#services.ts';

const BROADCAST_AFTER_MS = 20;

const positionsWritten = defineBroadcast<{ positions: [userId: string, position: Position][] }>('written');

export function broadcastPositions(positions: WritePositions, channels: Channels): void {
  const waiting = new Map<string, Position>();
  positions.onWrite((userId, position) => {
    if (waiting.size === 0) {
      setTimeout(() => {
        channels.broadcast(positionsWritten, 'others', { positions: [...waiting] });
        waiting.clear();
      }, BROADCAST_AFTER_MS).unref();
    }
    waiting.set(userId, position);
  });
  channels.onBroadcast(positionsWritten, (broadcast) => {
    for (const [userId, position] of broadcast.positions) positions.recordRemoteWrite(userId, position);
  });
}
