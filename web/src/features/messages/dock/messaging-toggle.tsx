import { defineMessages } from '@afterhours/contract/base/message';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { useLocation } from 'react-router';
import { useMedia } from '#lib/browser/use-media.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { from } from '#ui/styles/breakpoints.ts';
import { dockToggleId, toggleDock, useDock } from './dock-state.ts';

const texts = defineMessages('messages.toggle', {
  open: 'Open chats',
  close: 'Close chats',
});

/** Whether they are shown: not beside the page of the same chats. */
export function useDockShown(): boolean {
  const roomy = useMedia(from.desktop);
  return useLocation().pathname.toLowerCase() !== '/messages' && roomy;
}

/** In the bar above: opens the floating chats, and closes them. */
export function MessagingToggle() {
  const shown = useDockShown();
  const { open } = useDock();
  if (!shown) return null;
  const toggle = () => {
    toggleDock();
    document.getElementById(dockToggleId)?.focus();
  };
  return (
    <IconButton
      icon={MessagesSquare}
      label={t(open ? texts.close : texts.open)}
      aria-expanded={open}
      onClick={toggle}
    />
  );
}
