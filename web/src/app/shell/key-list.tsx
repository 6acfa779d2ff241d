import { defineMessages } from '@afterhours/contract/base/message';
import { ShortcutSwitch } from '#features/settings/components/shortcut-switch.tsx';
import { t } from '#lib/text/translate.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Kbd } from '#ui/text/kbd.tsx';
import styles from './key-list.module.css';

const texts = defineMessages('app.keyboard', {
  title: 'Keyboard shortcuts',
  search: 'Search',
  newPost: 'New post',
  next: 'Next post',
  previous: 'Previous post',
  like: 'Like the post',
  undo: 'Undo, while it is offered',
  send: 'Publish or send',
  list: 'This list',
});

const map = [
  ['/', texts.search],
  ['n', texts.newPost],
  ['j', texts.next],
  ['k', texts.previous],
  ['l', texts.like],
  ['u', texts.undo],
  ['Ctrl + Enter', texts.send],
  ['?', texts.list],
] as const;

/** Lists the keyboard shortcuts that work on every page. */
export function KeyList({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t(texts.title)} size="small">
      <dl data-autofocus="" tabIndex={-1} className={styles.keys}>
        {map.map(([key, action]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{t(action)}</dd>
          </div>
        ))}
      </dl>
      <ShortcutSwitch className={styles.switch} />
    </Dialog>
  );
}
