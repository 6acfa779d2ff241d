import { TYPING_SECONDS } from '@afterhours/contract/constants/realtime';
import { useCallback, useEffect, useRef } from 'react';
import { emitLive } from '../state/chat-socket.ts';

/** Reports to the other member that the viewer is typing: at once, repeatedly while it goes on, and when it stops. */
export function useTyping(room: string | null | undefined) {
  const sentAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    if (room && sentAt.current > 0) emitLive('typing', { room, typing: false });
    sentAt.current = 0;
  }, [room]);
  const write = useCallback(() => {
    if (!room) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(stop, TYPING_SECONDS * 1_000);
    if (Date.now() - sentAt.current < TYPING_SECONDS * 900) return;
    sentAt.current = Date.now();
    emitLive('typing', { room, typing: true });
  }, [room, stop]);
  useEffect(() => stop, [stop]);
  return { write, stop };
}
