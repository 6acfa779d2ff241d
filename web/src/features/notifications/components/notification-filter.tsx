import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import type { ListKind } from '../notification-slice.ts';
import styles from './notification-filter.module.css';

const texts = defineMessages('notifications.filter', {
  label: 'Show',
  all: 'All',
  work: 'My work',
  network: 'Network',
  events: 'Jobs and webinars',
});

const kinds = [
  [null, texts.all],
  ['work', texts.work],
  ['network', texts.network],
  ['events', texts.events],
] as const satisfies readonly (readonly [ListKind, MessageDescriptor])[];

/** Returns the kind that the URL names; null for all kinds and for an unknown one. */
export const toKind = (value: string | null): ListKind => kinds.find(([kind]) => kind === value)?.[0] ?? null;

/** Chooses which notifications are listed: all, or one kind. */
export function NotificationFilter({ kind: chosen, onKind }: { kind: ListKind; onKind: (kind: ListKind) => void }) {
  return (
    <div role="group" aria-label={t(texts.label)} className={styles.filter}>
      {kinds.map(([kind, label]) => (
        <button
          key={label.id}
          type="button"
          aria-pressed={chosen === kind}
          className={styles.kind}
          onClick={() => onKind(kind)}
        >
          {t(label)}
        </button>
      ))}
    </div>
  );
}
