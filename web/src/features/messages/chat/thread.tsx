import { defineMessages } from '@afterhours/contract/base/message';
import ArrowDown from 'lucide-react/icons/arrow-down';
import {
  type ComponentProps,
  memo,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useVisible } from '#lib/lists/use-visible.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { cx } from '#ui/text/cx.ts';
import { useFreshFile } from '../bubbles/use-fresh-file.ts';
import { useMessageDeletion } from '../bubbles/use-message-deletion.tsx';
import { useMessageReport } from '../bubbles/use-message-report.tsx';
import { messageTexts } from '../message-texts.ts';
import type { OutboxEntry } from '../outbox/outbox-store.ts';
import { useWaiting } from '../outbox/use-waiting.ts';
import type { ConversationState, Thread as ThreadState } from '../state/message-state.ts';
import { Announcer } from './announcer.tsx';
import { OlderMessages } from './older-messages.tsx';
import styles from './thread.module.css';
import { loadOlder } from './thread-commands.ts';
import { ThreadGroup } from './thread-group.tsx';
import { buildRows, type Row, stateOf } from './thread-rows.ts';
import { useMarkRead, useShownMessages, useUnreadLine } from './use-read-markers.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

const texts = defineMessages('messages.thread', {
  newest: 'Newest messages',
  newCount: '{count, plural, one {# new message} other {# new messages}}',
  newMessages: 'New messages',
  hello: 'Say hello to {name}',
  start: 'This is the start of your chat.',
  none: 'No messages',
});

type ThreadProps = { userId: string; conversation: ConversationState; thread: ThreadState };

const describeNew = (unread: number): string => (unread === 0 ? t(texts.newest) : t(texts.newCount, { count: unread }));

type ThreadRowProps = Omit<ComponentProps<typeof ThreadGroup>, 'group'> & { row: Row };

function ThreadRow({ row, ...group }: ThreadRowProps) {
  if (row.kind === 'day') {
    return (
      <h3 className={styles.day}>
        <time dateTime={row.date}>{row.label}</time>
      </h3>
    );
  }
  if (row.kind === 'unread') {
    return (
      <p className={styles.unread} data-unread="">
        <span>{t(texts.newMessages)}</span>
      </p>
    );
  }
  return <ThreadGroup group={row} {...group} />;
}

/** Scrolls to the newest messages; shown while they are out of view. */
function JumpButton({ unread, isAway, onJump }: { unread: number; isAway: boolean; onJump: () => void }) {
  return (
    <button
      type="button"
      className={cx(styles.jump, !isAway && styles.hidden)}
      tabIndex={isAway ? undefined : -1}
      aria-hidden={!isAway || undefined}
      onClick={onJump}
    >
      <ArrowDown size={16} aria-hidden="true" />
      {describeNew(unread)}
    </button>
  );
}

/** Scrolls to the end and removes the unread line when the viewer sends a message. */
function useOwnMessages(waiting: readonly OutboxEntry[], toEnd: () => void, forgetUnread: () => void): void {
  const [sent, setSent] = useState(waiting.length);
  if (sent !== waiting.length) {
    setSent(waiting.length);
    if (waiting.length > sent) forgetUnread();
  }
  const newestOwn = waiting.at(-1)?.client_id;
  const known = useRef(newestOwn);
  useLayoutEffect(() => {
    if (newestOwn !== undefined && newestOwn !== known.current) toEnd();
    known.current = newestOwn;
  }, [newestOwn, toEnd]);
}

/** Keeps the focus when older messages join the group of its message, and when its message loses its controls. */
function useMessageFocus(box: RefObject<HTMLElement | null>, rows: readonly Row[]): void {
  const shown = rows.flatMap((row) => (row.kind === 'group' ? row.shown : []));
  // A change of its state may remove the control that has the focus.
  const names = shown.map(({ key, message, waiting }) => `${key} ${message?.deleted ?? waiting?.failure ?? ''}`);
  useRowFocus(box, names, { fallback: () => box.current });
}

/** The rows of a conversation, its scrolling, and which messages are seen. */
function useThread({ userId, conversation, thread }: ThreadProps) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectOwnUser)?._id;
  const waiting = useWaiting(userId);
  const visible = useVisible();
  const older = useCallback(() => void dispatch(loadOlder(userId)), [dispatch, userId]);
  const [reading, setReading] = useState(false);
  const unread = useUnreadLine(conversation, thread.status === 'ready', reading);
  const rows = useMemo(
    () => buildRows(thread.items, waiting, me, unread.line),
    [thread.items, waiting, me, unread.line],
  );
  const onNearTop = useCallback(() => {
    if (thread.cursor !== null && thread.older === 'idle') older();
  }, [thread.cursor, thread.older, older]);
  const onShown = useShownMessages(userId);
  const scroll = useThreadScroll({ ready: unread.decided, onNearTop, onShown });
  const { atEnd, toEnd } = scroll;
  if (reading !== (atEnd && visible)) setReading(atEnd && visible);
  // A request is not marked as read, because its sender would learn of that.
  useMarkRead(userId, thread.items, atEnd && conversation.request === null);
  useOwnMessages(waiting, toEnd, unread.forget);
  return { rows, older, ...scroll };
}

/**
 * The messages of a conversation, the newest at the bottom. Memoised so that typing in the composer does not render it:
 * each render measures and scrolls the conversation.
 */
export const Thread = memo(function Thread({ userId, conversation, thread }: ThreadProps) {
  const deletion = useMessageDeletion();
  const reporting = useMessageReport(conversation);
  const onExpired = useFreshFile(userId);
  const { rows, older, box, isAway, measure, toEnd } = useThread({ userId, conversation, thread });
  useMessageFocus(box, rows);
  const name = conversation.otherUserDetail.firstName;
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        role="region"
        aria-label={t(messageTexts.conversation, { name })}
        // Focusable, so that it can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={styles.box}
        onScroll={measure}
      >
        <div className={styles.rows}>
          {rows.length > 0 && <OlderMessages thread={thread} onRetry={older} />}
          {rows.length === 0 && conversation.canMessage && (
            <EmptyState title={t(texts.hello, { name })}>{t(texts.start)}</EmptyState>
          )}
          {rows.length === 0 && !conversation.canMessage && <EmptyState title={t(texts.none)} />}
          {rows.map((row) => (
            <ThreadRow
              key={row.key}
              row={row}
              other={conversation.otherUserDetail}
              stateOf={(seq) => stateOf(seq, conversation)}
              onDelete={deletion.ask}
              onReport={reporting.ask}
              onExpired={onExpired}
            />
          ))}
        </div>
      </div>
      <Announcer messages={thread.items} userId={userId} name={name} />
      <JumpButton unread={conversation.unreadCount} isAway={isAway} onJump={toEnd} />
      {deletion.dialog}
      {reporting.dialog}
    </div>
  );
});
