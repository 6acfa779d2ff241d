import { defineMessages } from '@afterhours/contract/base/message';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import type { OwedHost } from '@afterhours/contract/payments/earnings';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { StaffFrame } from '#features/moderation/staff/staff-frame.tsx';
import { usePages } from '#lib/lists/use-pages.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { joinUnits, t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Amount } from '#ui/text/amount.tsx';
import { cx } from '#ui/text/cx.ts';
import { Sentence } from '#ui/text/sentence.tsx';
import { words } from '#ui/text/words.ts';
import { loadOwedHosts, recordPayout } from '../earning-commands.ts';
import styles from '../earnings.module.css';
import { PagedRows } from '../paged-rows.tsx';
import { onPayoutsChanged } from '../payout-changes.ts';
import { RecordedPayouts } from '../recorded-payouts.tsx';

const texts = defineMessages('earnings.owed', {
  title: 'Payouts',
  tabs: 'Which payouts',
  owed: 'Owed',
  recorded: 'Recorded',
  lead:
    'What the community owes to hosts for their webinars. Transfer it from your bank, then record it here: hosts see ' +
    'it under Earnings.',
  none: 'Nothing is owed to any host.',
  gone: 'A former member',
  record: 'Record transfer',
  question: 'Have you transferred {price}?',
  questionOf: 'Have you transferred {price} to {name}?',
  effect: 'The host will see it as paid. If it was a mistake, you can cancel the record later.',
  disputed: 'Of this, {price} is disputed. You may want to wait until the payer’s bank has decided.',
  sandbox: 'Sandbox: no money moved',
});

const idOf = ({ _id }: OwedHost): string => _id;

type RowProps = {
  owed: OwedHost;
  /** Called with whether the question about this row is open. */
  onAsk: (asks: boolean) => void;
};

/** The host to whom money is owed, and what of it is disputed. */
function Host({ owed }: { owed: OwedHost }) {
  const { name, email, disputed, currency, sandbox } = owed;
  return (
    <div className={styles.what}>
      <strong dir="auto">{name ?? t(texts.gone)}</strong>
      {email !== null && <span className={styles.note}>{email}</span>}
      {disputed > 0 && (
        <span className={styles.note}>
          <Sentence text={texts.disputed} values={{ price: <Amount of={{ amount: disputed, currency }} /> }} />
        </span>
      )}
      {sandbox && <span className={styles.note}>{t(texts.sandbox)}</span>}
    </div>
  );
}

function Row({ owed, onAsk }: RowProps) {
  // The question is about what the row showed, even if another owner has recorded a transfer meanwhile.
  const [asked, setAsked] = useState(owed);
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  const { currency } = owed;
  const price = formatPrice({ amount: asked.owed, currency }, numberLocale());
  const due = formatPrice({ amount: owed.owed, currency }, numberLocale());
  const ask = (asks: boolean) => {
    if (asks) setAsked(owed);
    setAsking(asks);
    onAsk(asks);
  };
  const record = async () => {
    setSaving(true);
    const response = await recordPayout(asked);
    setSaving(false);
    (response.ok ? showSuccess : showError)(response.message);
    ask(false);
  };
  return (
    <div className={cx(styles.row, styles.owed)}>
      <Host owed={owed} />
      <div className={styles.amount}>
        <span>
          <Amount of={{ amount: owed.owed, currency }} />
        </span>
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={t(words.ofRow, { action: t(texts.record), row: joinUnits([owed.name ?? t(texts.gone), due]) })}
          onClick={() => ask(true)}
        >
          {t(texts.record)}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={owed.name === null ? t(texts.question, { price }) : t(texts.questionOf, { price, name: owed.name })}
        confirmLabel={t(texts.record)}
        cancelLabel={t(words.cancel)}
        loading={saving}
        onConfirm={() => void record()}
        onCancel={() => ask(false)}
      >
        {t(texts.effect)}
      </ConfirmDialog>
    </div>
  );
}

function Owed() {
  const asked = useRef<string | null>(null);
  const pages = usePages(loadOwedHosts, idOf, { keep: (owed) => idOf(owed) === asked.current });
  useEffect(() => onPayoutsChanged(pages.reload));
  const onAsk = (owed: OwedHost, asks: boolean) => {
    asked.current = asks ? idOf(owed) : null;
    if (!asks) pages.reload();
  };
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{t(texts.lead)}</p>
      <div className={styles.full}>
        <PagedRows
          pages={pages}
          idOf={idOf}
          renderRow={(owed) => <Row owed={owed} onAsk={(asks) => onAsk(owed, asks)} />}
          none={<p>{t(texts.none)}</p>}
        />
      </div>
    </div>
  );
}

const ids = ['owed', 'recorded'] as const;

/** What the community owes its hosts, and the recorded transfers, for owners. */
export function PayoutsPage() {
  const [params, setParams] = useSearchParams();
  const tab = ids.find((id) => id === params.get('tab')) ?? 'owed';
  return (
    <StaffFrame title={t(texts.title)} owners>
      <Tabs
        label={t(texts.tabs)}
        tabs={ids.map((id) => ({ id, label: t(texts[id]) }))}
        value={tab}
        onChange={(id) => setParams(id === 'owed' ? {} : { tab: id }, { replace: true })}
      >
        {tab === 'owed' ? <Owed /> : <RecordedPayouts />}
      </Tabs>
    </StaffFrame>
  );
}
