import { defineMessages } from '@afterhours/contract/base/message';
import type { Receipt } from '@afterhours/contract/payments/receipts';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { download } from '#lib/api/download.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { formatPlanned } from '#lib/text/format.ts';
import { formatUtcDay } from '#lib/text/format-utc-day.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Amount } from '#ui/text/amount.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { loadReceipt } from '../receipt-commands.ts';
import type { ReceiptOrigin } from '../receipt-links.tsx';
import styles from '../receipts.module.css';

const texts = defineMessages('receipts.page', {
  receipt: 'Receipt {number}',
  creditNote: 'Credit note {number}',
  page: 'Receipt',
  loading: 'Loading the receipt',
  issued: 'Issued on {day}',
  refersTo: 'Cancels receipt {number}.',
  cancelledBy: 'Cancelled by credit note {number} on {day}.',
  from: 'From',
  to: 'To',
  taxId: 'Tax ID: {id}',
  vatId: 'VAT ID: {id}',
  webinar: 'Webinar',
  host: 'Host: {name}',
  starts: 'Starts: {time}',
  net: 'Net',
  tax: 'Tax ({percent, number}%)',
  paid: 'Paid on {day}',
  refunded: 'Refunded',
  payment: 'Payment: {id}',
  sandbox: 'This was the sandbox: no money moved.',
  print: 'Print',
  pdf: 'Save as PDF',
  payments: 'Your payments',
  earnings: 'Earnings',
});

/** Each line has its own text direction, but all start on the same side. */
const AddressLines = ({ text }: { text: string }) =>
  Array.from(text.split('\n').entries(), ([number, line]) => (
    <p key={number} dir="auto">
      {line}
    </p>
  ));

function Party({ label, party }: { label: string; party: Receipt['seller'] & { email?: string } }) {
  return (
    <div className={styles.party}>
      <p className={styles.label}>{label}</p>
      <p dir="auto">
        <strong>{party.name}</strong>
      </p>
      {party.address !== null && <AddressLines text={party.address} />}
      {party.taxId !== null && (
        <p>
          <Sentence text={texts.taxId} values={{ id: party.taxId }} />
        </p>
      )}
      {party.vatId !== null && (
        <p>
          <Sentence text={texts.vatId} values={{ id: party.vatId }} />
        </p>
      )}
      {party.email !== undefined && <p>{party.email}</p>}
    </div>
  );
}

function Item({ item }: { item: Receipt['item'] }) {
  return (
    <div className={styles.party}>
      <p className={styles.label}>{t(texts.webinar)}</p>
      <p dir="auto">
        <strong>{item.title}</strong>
      </p>
      {item.host !== null && (
        <p>
          <Sentence text={texts.host} values={{ name: item.host }} />
        </p>
      )}
      {item.startsAt !== null && (
        <p>{t(texts.starts, { time: formatPlanned(new Date(item.startsAt), { year: 'numeric' }) })}</p>
      )}
    </div>
  );
}

function Sums({ receipt: { amount, tax, taxPercent, currency, kind, paidAt } }: { receipt: Receipt }) {
  const price = (sum: number) => <Amount of={{ amount: sum, currency }} />;
  return (
    <dl className={styles.sums}>
      {taxPercent !== null && (
        <>
          <dt>{t(texts.net)}</dt>
          <dd>{price(amount - tax)}</dd>
          <dt>{t(texts.tax, { percent: taxPercent })}</dt>
          <dd>{price(tax)}</dd>
        </>
      )}
      <dt className={styles.total}>
        {kind === 'receipt' ? t(texts.paid, { day: formatUtcDay(paidAt) }) : t(texts.refunded)}
      </dt>
      <dd className={styles.total}>{price(amount)}</dd>
    </dl>
  );
}

function Actions({ number }: { number: string }) {
  const [making, setMaking] = useState(false);
  const savePdf = async () => {
    setMaking(true);
    const failed = await download({ path: `/me/receipts/${encodeURIComponent(number)}.pdf`, name: `${number}.pdf` });
    setMaking(false);
    if (failed) showFailure(failed);
  };
  return (
    <div className={styles.actions}>
      <Button icon={Printer} onClick={() => print()}>
        {t(texts.print)}
      </Button>
      <Button icon={Download} loading={making} onClick={() => void savePdf()}>
        {t(texts.pdf)}
      </Button>
    </div>
  );
}

/** A link to the list that the receipt was opened from: the payments, unless it was opened from the earnings. */
function BackLink() {
  const { from }: { from?: ReceiptOrigin } = useLocation().state ?? {};
  return (
    <p className={styles.back}>
      {from === 'earnings' ? (
        <TextLink to="/me/earnings">{t(texts.earnings)}</TextLink>
      ) : (
        <TextLink to="/Settings?tab=payments">{t(texts.payments)}</TextLink>
      )}
    </p>
  );
}

/** The link from a receipt to its credit note, or from a credit note to its receipt. */
function OtherDocument({ of: { refersTo, cancelledBy, cancelledAt } }: { of: Receipt }) {
  const { state } = useLocation();
  const link = (number: string, text: (typeof texts)['refersTo' | 'cancelledBy'], day = '') => (
    <p>
      <TextLink to={`/me/receipts/${number}`} state={state}>
        <Sentence text={text} values={{ number: <span className={styles.number}>{number}</span>, day }} />
      </TextLink>
    </p>
  );
  if (refersTo) return link(refersTo, texts.refersTo);
  return cancelledBy && cancelledAt ? link(cancelledBy, texts.cancelledBy, formatUtcDay(cancelledAt)) : null;
}

function Sheet({ receipt }: { receipt: Receipt }) {
  const { number, kind, issuedAt, sandbox } = receipt;
  return (
    <Card>
      <div className={styles.sheet}>
        {sandbox && <Banner tone="lamp">{t(texts.sandbox)}</Banner>}
        <div>
          <p className={styles.label} dir="auto">
            {receipt.community}
          </p>
          <h1>
            <Sentence
              text={kind === 'receipt' ? texts.receipt : texts.creditNote}
              values={{ number: <span className={styles.number}>{number}</span> }}
            />
          </h1>
          <p>{t(texts.issued, { day: formatUtcDay(issuedAt) })}</p>
          <OtherDocument of={receipt} />
        </div>
        <div className={styles.parties}>
          <Party label={t(texts.from)} party={receipt.seller} />
          <Party label={t(texts.to)} party={receipt.buyer} />
        </div>
        <Item item={receipt.item} />
        <Sums receipt={receipt} />
        <p className={styles.label}>{t(texts.payment, { id: receipt.paymentId })}</p>
        <Actions number={number} />
      </div>
    </Card>
  );
}

function Numbered({ number }: { number: string }) {
  const { status, data: receipt, failure, retry } = useLoading(() => loadReceipt(number));
  return (
    <>
      <PageTitle>{receipt?.number ?? t(texts.page)}</PageTitle>
      {status === 'loading' && (
        <Card>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <Skeleton shape="text" lines={5} />
        </Card>
      )}
      {failure && (
        <ErrorState
          heading
          message={failure.message}
          {...(failure.status === 404 ? {} : { onRetry: retry })}
          action={<ButtonLink to="/Settings?tab=payments">{t(texts.payments)}</ButtonLink>}
        />
      )}
      {receipt && (
        <>
          <BackLink />
          <Sheet receipt={receipt} />
        </>
      )}
    </>
  );
}

/** A receipt or credit note, for the screen and for print. Its days are those of the PDF. */
export function ReceiptPage() {
  const { number = '' } = useParams();
  return (
    <Columns wide>
      <Numbered key={number} number={number} />
    </Columns>
  );
}
