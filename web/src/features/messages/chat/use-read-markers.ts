/** Marks the visible messages of an open conversation as read, and places the line above those that were unread. */
import type { Message } from '@afterhours/contract/messages/messages';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useVisible } from '#lib/lists/use-visible.ts';
import { useAppDispatch } from '#lib/store.ts';
import type { ConversationState } from '../state/message-state.ts';
import { markReadUpTo, markShown } from './thread-commands.ts';

/** Read markers are sent at most this often while the viewer scrolls. */
const SHOWN_MS = 300;

/**
 * The number of the last message above the unread line, null for no line. Set when the chat is opened, and again when
 * messages arrive while nobody is looking.
 */
export function useUnreadLine(conversation: ConversationState | undefined, ready: boolean, reading: boolean) {
  const [line, setLine] = useState<number | null | undefined>(undefined);
  const unread = conversation !== undefined && conversation.unreadCount > 0;
  if (line === undefined && conversation && ready) setLine(unread ? conversation.readSeq : null);
  if (line === null && unread && !reading) setLine(conversation.readSeq);
  return { line: line ?? null, decided: line !== undefined, forget: () => setLine(null) };
}

/** Marks the other member's messages as read while the end of the conversation is visible. */
export function useMarkRead(userId: string, messages: readonly Message[], atEnd: boolean): void {
  const dispatch = useAppDispatch();
  const visible = useVisible();
  const newest = messages.findLast((message) => message.sender_id === userId)?.seq;
  useEffect(() => {
    if (visible && atEnd && newest !== undefined) void dispatch(markReadUpTo(userId, newest));
  }, [dispatch, userId, visible, atEnd, newest]);
}

/** Returns a function that marks messages as read, by their number, when they come into view. */
export function useShownMessages(userId: string): (seq: number) => void {
  const dispatch = useAppDispatch();
  const visible = useVisible();
  const shown = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const mark = useCallback(() => {
    if (document.visibilityState === 'visible' && shown.current > 0) dispatch(markShown(userId, shown.current));
  }, [dispatch, userId]);
  useEffect(() => {
    if (visible) mark();
    return () => clearTimeout(timer.current);
  }, [visible, mark]);
  return useCallback(
    (seq: number) => {
      if (seq === shown.current) return;
      shown.current = seq;
      clearTimeout(timer.current);
      timer.current = setTimeout(mark, SHOWN_MS);
    },
    [mark],
  );
}
