import { useLayoutEffect, useState } from 'react';
import { matchPath, useNavigate } from 'react-router';
import { isShortcut } from '#lib/forms/shortcuts.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { searchInputId } from '#ui/shell/search-box.tsx';

const KeyList = lazyPart(async () => (await import('./key-list.tsx')).KeyList);

/** Returns the button of the newest toast that offers to undo something. Each has the time of its toast. */
function findUndo(): HTMLElement | undefined {
  const undos = [...document.querySelectorAll<HTMLElement>('[data-undo]')];
  return undos.sort((one, other) => Number(other.dataset['undo']) - Number(one.dataset['undo']))[0];
}

/** The keyboard shortcuts that work on every page. Outside the feed, `n` opens the feed first. */
export function Keyboard() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  // Registered before the first paint, so that a key works as soon as the search box is visible.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      if (event.key === '?') setOpen(true);
      // Tab leads to a toast only after everything else on the page, which is too late.
      const undo = event.key === 'u' && findUndo();
      if (undo) {
        // The page may have a meaning of its own for this key.
        event.preventDefault();
        undo.click();
      }
      if (event.key === '/') {
        event.preventDefault();
        document.getElementById(searchInputId)?.focus();
      }
      if (event.key === 'n') {
        event.preventDefault();
        // Keeps the filter of a filtered feed.
        const search = matchPath('/home', location.pathname) ? location.search : '';
        void navigate(`/home${search}`, { state: { compose: true } });
      }
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate]);
  return <KeyList open={open} onClose={() => setOpen(false)} />;
}
