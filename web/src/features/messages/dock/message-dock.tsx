import { defineMessages } from '@afterhours/contract/base/message';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import MessageCircle from 'lucide-react/icons/message-circle';
import { type KeyboardEvent, useEffect } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { readToken } from '#lib/browser/session-storage.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { CountBadge } from '#ui/chips/count-badge.tsx';
import { LoadingNote, PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { inlinePart } from '#ui/parts/inline-part.tsx';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import { words } from '#ui/text/words.ts';
import { selectUnreadMessages } from '../state/unread-slice.ts';
import { closeDock, dockToggleId, showDockList, toggleDock, useDock } from './dock-state.ts';
import styles from './message-dock.module.css';
import { useDockShown } from './use-dock-shown.ts';

const texts = defineMessages('messages.dock', {
  title: 'Messaging',
});

function Waiting() {
  return (
    <div className={styles.waiting}>
      <LoadingNote />
      <PeopleSkeleton />
    </div>
  );
}

const DockPanel = inlinePart(async () => (await import('./dock-panel.tsx')).DockPanel, <Waiting />);

/** The chats floating above every other page: a bar with the unread count, which opens a list and small chats. */
export function MessageDock() {
  const dock = useDock();
  const shown = useDockShown();
  const unread = useAppSelector(selectUnreadMessages);
  const calm = useAppSelector(selectOwnUser)?.calm ?? false;
  // The next member of this tab must not find the chat of the one before.
  useEffect(() => () => void (readToken() === null && closeDock()), []);
  if (!shown) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !dock.open) return;
    event.preventDefault();
    if (dock.userId === null) closeDock();
    else showDockList();
    document.getElementById(dockToggleId)?.focus();
  };
  return (
    // Escape goes one step back; the buttons inside do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside aria-label={t(texts.title)} className={cx(styles.dock, dock.open && styles.open)} onKeyDown={onKeyDown}>
      <button type="button" id={dockToggleId} aria-expanded={dock.open} className={styles.bar} onClick={toggleDock}>
        <Icon icon={MessageCircle} size={20} />
        <span className={styles.title}>{t(texts.title)}</span>{' '}
        <CountBadge count={unread} label={t(words.unread)} dot={calm} />
        <Icon icon={dock.open ? ChevronDown : ChevronUp} size={20} className={styles.turn} />
      </button>
      {dock.open && (
        <div className={styles.panel}>
          <DockPanel userId={dock.userId} />
        </div>
      )}
    </aside>
  );
}
