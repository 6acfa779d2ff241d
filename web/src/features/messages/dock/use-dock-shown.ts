import { useMatch } from 'react-router';
import { useMedia } from '#lib/browser/use-media.ts';
import { from } from '#ui/styles/breakpoints.ts';
import { dockToggleId, toggleDock, useDock } from './dock-state.ts';

/** Whether the floating chats are shown: not on the messages page, and only on wide screens. */
export function useDockShown(): boolean {
  const roomy = useMedia(from.desktop);
  return useMatch('/Messages') === null && roomy;
}

/**
 * Whether the floating chats are open, and a function for a menu to open and close them; null where they are not shown.
 */
export function useDockToggle(): { open: boolean; toggle: () => void } | null {
  const shown = useDockShown();
  const { open } = useDock();
  const toggle = () => {
    toggleDock();
    document.getElementById(dockToggleId)?.focus();
  };
  return shown ? { open, toggle } : null;
}
