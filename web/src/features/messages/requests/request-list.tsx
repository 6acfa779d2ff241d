import { defineMessages } from '@afterhours/contract/base/message';
import type { MessageRequest } from '@afterhours/contract/messages/message-requests';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Inbox from 'lucide-react/icons/inbox';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { passFocusOn } from '#lib/focus/keep-focus.ts';
import { moveBetween } from '#lib/focus/move-between.ts';
import { userImage } from '#lib/image-address.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { TabbableRow, useRowTabIndex, useTabbableRow } from '#ui/lists/roving-tab-index.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Time } from '#ui/text/time.tsx';
import listStyles from '../conversations/conversation-list.module.css';
import row from '../conversations/conversation-row.module.css';
import { rowId } from '../state/open-chats.ts';
import type { RequestState } from './request-commands.ts';
import styles from './requests.module.css';
import { useRequests } from './use-requests.ts';

const texts = defineMessages('messages.requestList', {
  title: 'Requests',
  back: 'Back to your chats',
  about: 'First messages from people you neither follow nor are connected with. They won’t know you’ve read them.',
  which: 'Which requests',
  waiting: 'New',
  ignored: 'Ignored',
  none: 'No requests',
  noneWhy: 'First messages from people you don’t know will appear here.',
  noneIgnored: 'Nothing ignored',
  noneIgnoredWhy: 'Requests you ignore will appear here. You can restore them.',
  loading: 'Loading requests',
  end: 'No more requests.',
});

/** A list longer than this shows where it ends. */
const LONG = 20;

export type RequestOpening = { to: (userId: string) => string; replace: boolean; state: unknown };

type RowProps = { request: MessageRequest; open: boolean; opening: RequestOpening };

function RequestRow({ request: { user, content, createdAt }, open, opening }: RowProps) {
  const tabIndex = useRowTabIndex(user._id);
  return (
    <li data-row={user._id} className={row.row}>
      <Link
        id={rowId(user._id)}
        to={opening.to(user._id)}
        replace={opening.replace}
        state={opening.state}
        tabIndex={tabIndex}
        aria-current={open || undefined}
        className={row.link}
      >
        <Avatar name={user.firstName} src={userImage(user.image, 44)} />
        <span className={row.text}>
          <span className={row.line}>
            <bdi className={row.name}>{fullName(user)}</bdi>
            <span className={styles.time}>
              <Time value={createdAt} />
            </span>
          </span>
          <bdi className={row.preview}>{content}</bdi>
        </span>
      </Link>
    </li>
  );
}

const moveFocus = (event: KeyboardEvent<HTMLElement>): void =>
  moveBetween(event, [...event.currentTarget.querySelectorAll('a')]);

type RequestsProps = { state: RequestState; openId: string | null; opening: RequestOpening };

function Requests({ state, openId, opening }: RequestsProps) {
  const { items, cursor, status, message, more } = useRequests(state);
  const end = useEndInSight(more, status === 'ready' && cursor);
  const list = useRef<HTMLUListElement>(null);
  const rows = items.map(({ user }) => user._id);
  useRowFocus(list, rows);
  const { stop, onFocus } = useTabbableRow(rows, openId ?? undefined);
  if (status === 'ready' && items.length === 0) {
    const [title, why] = state === 'waiting' ? [texts.none, texts.noneWhy] : [texts.noneIgnored, texts.noneIgnoredWhy];
    return (
      <EmptyState icon={Inbox} title={t(title)}>
        {t(why)}
      </EmptyState>
    );
  }
  return (
    <>
      {/* Handles keys of the links inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} className={listStyles.rows} onFocus={onFocus} onKeyDown={moveFocus}>
        <TabbableRow value={stop}>
          {items.map((request) => (
            <RequestRow key={request._id} request={request} open={openId === request.user._id} opening={opening} />
          ))}
        </TabbableRow>
      </ul>
      {status === 'loading' && (
        <>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <PersonSkeleton />
        </>
      )}
      {status === 'failed' && <ErrorState quiet={items.length > 0} message={message} onRetry={more} />}
      <div ref={end} />
      {status === 'ready' && cursor === null && items.length > LONG && <ListEnd>{t(texts.end)}</ListEnd>}
    </>
  );
}

type RequestListProps = { openId: string | null; opening: RequestOpening; onBack: () => void };

/** The waiting message requests, and the ignored ones. */
export function RequestList({ openId, opening, onBack }: RequestListProps) {
  const [state, setState] = useState<RequestState>('waiting');
  return (
    <div className={styles.list}>
      <div ref={passFocusOn} className={styles.head}>
        <IconButton icon={ArrowLeft} label={t(texts.back)} onClick={onBack} />
        <h1 className={styles.title}>{t(texts.title)}</h1>
      </div>
      <div className={styles.body}>
        <p className={styles.about}>{t(texts.about)}</p>
        <Tabs
          label={t(texts.which)}
          tabs={[
            { id: 'waiting', label: t(texts.waiting) },
            { id: 'ignored', label: t(texts.ignored) },
          ]}
          value={state}
          onChange={setState}
        >
          <Requests key={state} state={state} openId={openId} opening={opening} />
        </Tabs>
      </div>
    </div>
  );
}
