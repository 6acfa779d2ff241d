import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { isTyping } from '#lib/forms/is-typing.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { searchInputId } from '#ui/shell/search-box.tsx';
import { Kbd } from '#ui/text/kbd.tsx';
import styles from './keyboard.module.css';

const map = [
  ['/', 'Search'],
  ['n', 'New post'],
  ['j', 'Next post'],
  ['k', 'Previous post'],
  ['l', 'Like the post'],
  ['Ctrl + Enter', 'Publish or send'],
  ['?', 'This list'],
] as const;

/** The keys that work on every page. `n` away from the feed goes there first. */
export function Keyboard() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  // Before the page is painted: whoever sees the box may press the key.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      if (event.key === '?') setOpen(true);
      if (event.key === '/') {
        event.preventDefault();
        document.getElementById(searchInputId)?.focus();
      }
      if (event.key === 'n') {
        event.preventDefault();
        void navigate('/home', { state: { compose: true } });
      }
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate]);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Keyboard" size="small">
      <dl className={styles.keys}>
        {map.map(([key, what]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
