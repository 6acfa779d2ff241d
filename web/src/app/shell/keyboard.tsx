import { defineMessages } from '@afterhours/contract/base/message';
import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { isTyping } from '#lib/forms/is-typing.ts';
import { t } from '#lib/text/translate.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { searchInputId } from '#ui/shell/search-box.tsx';
import { Kbd } from '#ui/text/kbd.tsx';
import styles from './keyboard.module.css';

const texts = defineMessages('app.keyboard', {
  title: 'Keyboard',
  search: 'Search',
  newPost: 'New post',
  next: 'Next post',
  previous: 'Previous post',
  like: 'Like the post',
  send: 'Publish or send',
  list: 'This list',
});

const map = [
  ['/', texts.search],
  ['n', texts.newPost],
  ['j', texts.next],
  ['k', texts.previous],
  ['l', texts.like],
  ['Ctrl + Enter', texts.send],
  ['?', texts.list],
] as const;

/** The keys that work on every page. On other pages `n` opens the feed first. */
export function Keyboard() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  // Before the page is painted, so that the key works as soon as the search box is visible.
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
    <Dialog open={open} onClose={() => setOpen(false)} title={t(texts.title)} size="small">
      <dl className={styles.keys}>
        {map.map(([key, action]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{t(action)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
