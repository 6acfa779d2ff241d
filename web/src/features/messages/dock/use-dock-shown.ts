import { useLocation } from 'react-router';
import { useMedia } from '#lib/browser/use-media.ts';
import { from } from '#ui/styles/breakpoints.ts';
import { dockToggleId, toggleDock, useDock } from './dock-state.ts';

/** Whether the floating chats are shown: not beside the page of the same chats. */
export function useDockShown(): boolean {
  const roomy = useMedia(from.desktop);
  return useLocation().pathname.toLowerCase() !== '/messages' && roomy;
}

/** Where the floating chats are shown: whether they are open, and how a menu opens and closes them. */
export function useDockToggle(): { open: boolean; toggle: () => void } | null {
  const shown = useDockShown();
  const { open } = useDock();
  const toggle = () => {
    toggleDock();
    document.getElementById(dockToggleId)?.focus();
  };
  return shown ? { open, toggle } : null;
}
