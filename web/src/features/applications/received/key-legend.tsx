import { defineMessages } from '@afterhours/contract/base/message';
import { statusNames } from '@afterhours/contract/constants/applications';
import { useShortcuts } from '#lib/forms/shortcuts.ts';
import { t } from '#lib/text/translate.ts';
import { cx } from '#ui/text/cx.ts';
import { Kbd } from '#ui/text/kbd.tsx';
import styles from '../applications.module.css';

const texts = defineMessages('applications.keys', {
  label: 'Keyboard shortcuts',
  move: 'next, previous',
  open: 'open',
  undo: 'undo',
  note: 'note',
  close: 'close',
});

const keys = [
  ['j', 'k', texts.move],
  ['Enter', null, texts.open],
  ['t', null, statusNames.talking],
  ['o', null, statusNames.offer],
  ['h', null, statusNames.hired],
  ['r', null, statusNames.rejected],
  ['u', null, texts.undo],
  ['m', null, texts.note],
  ['Esc', null, texts.close],
] as const;

/** The keyboard shortcuts of the list. `pending` only reserves their space while nobody knows whether it has rows. */
export function KeyLegend({ pending }: { pending: boolean }) {
  const on = useShortcuts();
  if (!on) return null;
  return (
    <div role="group" aria-label={t(texts.label)} className={cx(styles.keys, pending && styles.pending)}>
      {keys.map(([one, other, what]) => (
        <span key={one}>
          <Kbd>{one}</Kbd>
          {other && <Kbd>{other}</Kbd>} {t(what)}
        </span>
      ))}
    </div>
  );
}
