import { defineMessages } from '@afterhours/contract/base/message';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import type { RecordedPayout } from '@afterhours/contract/payments/earnings';
import { useEffect } from 'react';
import { usePages } from '#lib/lists/use-pages.ts';
import { formatDay } from '#lib/text/format.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { joinUnits, t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { Amount } from '#ui/text/amount.tsx';
import { cx } from '#ui/text/cx.ts';
import { Sentence } from '#ui/text/sentence.tsx';
import { words } from '#ui/text/words.ts';
import { loadRecordedPayouts } from './earning-commands.ts';
import styles from './earnings.module.css';
import { PagedRows } from './paged-rows.tsx';
import { onPayoutsChanged } from './payout-changes.ts';

const texts = defineMessages('earnings.recorded', {
  lead: 'If a transfer was not made, or was recorded twice, cancel its record here.',
  none: 'No transfers have been recorded yet.',
  gone: 'A former member',
  recorded: 'Recorded on {day}',
  canceled: 'Cancelled on {day}: {reason}',
  cancel: 'Cancel record',
  sandbox: 'Sandbox: no money moved',
});

const CancelPayout = lazyPart(async () => (await import('./cancel-payout.tsx')).CancelPayout);

const idOf = ({ _id }: RecordedPayout): string => _id;

type RowProps = { payout: RecordedPayout; onCanceled: (canceled: RecordedPayout) => void; onStale: () => void };

function Row({ payout, onCanceled, onStale }: RowProps) {
  const { name, createdAt, canceledAt, cancelReason, sandbox } = payout;
  const { shown, show, close } = useDialog();
  const host = name ?? t(texts.gone);
  const day = formatDay(createdAt);
  const price = formatPrice(payout, numberLocale());
  return (
    <div className={cx(styles.row, styles.owed)}>
      <div className={styles.what}>
        <strong dir="auto">{host}</strong>
        <span className={styles.note}>{t(texts.recorded, { day })}</span>
        {canceledAt !== null && (
          <span className={styles.note}>
            <Sentence text={texts.canceled} values={{ day: formatDay(canceledAt), reason: cancelReason ?? '' }} />
          </span>
        )}
        {sandbox && <span className={styles.note}>{t(texts.sandbox)}</span>}
      </div>
      <div className={styles.amount}>
        <span className={canceledAt === null ? undefined : styles.back}>
          <Amount of={payout} />
        </span>
        {canceledAt === null && (
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={t(words.ofRow, { action: t(texts.cancel), row: joinUnits([host, price, day]) })}
            onClick={() => show()}
          >
            {t(texts.cancel)}
          </Button>
        )}
      </div>
      {shown && (
        <CancelPayout
          key={shown.key}
          payout={payout}
          open={shown.open}
          onClose={close}
          onCanceled={onCanceled}
          onStale={onStale}
        />
      )}
    </div>
  );
}

/** The transfers that owners have recorded, each of which can be cancelled. */
export function RecordedPayouts() {
  const pages = usePages(loadRecordedPayouts, idOf);
  useEffect(() => onPayoutsChanged(pages.reload));
  return (
    <div className={styles.stack}>
      {pages.items.length > 0 && <p className={styles.note}>{t(texts.lead)}</p>}
      <PagedRows
        pages={pages}
        idOf={idOf}
        renderRow={(payout) => <Row payout={payout} onCanceled={pages.replace} onStale={pages.reload} />}
        none={<p>{t(texts.none)}</p>}
      />
    </div>
  );
}
