import { DAY_MS } from '@afterhours/contract/base/durations';
import { defineMessages } from '@afterhours/contract/base/message';
import { formatPrice, isRefundable, type Webinar } from '@afterhours/contract/constants/webinars';
import { useState } from 'react';
import { showError, showSuccess } from '#lib/notify.ts';
import { formatClock, formatDay, formatPlanned } from '#lib/text/format.ts';
import { formatAhead } from '#lib/text/format-ahead.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { refundTexts } from './refund-policy.ts';
import { leaveSeat } from './seat-commands.ts';
import { WaitingLine } from './waiting-line.tsx';
import styles from './webinar-facts.module.css';

const texts = defineMessages('webinars.facts', {
  starts: 'Starts {when}',
  ends: 'Until {time}',
  free: 'Free',
  withTax: '{price} including {percent, number}% tax ({tax})',
  inclTax: '{price} incl. tax',
  left: '{left, plural, one {# of {capacity, number} seats left} other {# of {capacity, number} seats left}}',
  full: 'All seats are taken',
  moved: 'Full refund until the start, because the time has changed',
  mine: 'You have a seat.',
  had: 'You had a seat.',
  leave: 'Give up seat',
  question: 'Give up your seat?',
  refunded: 'Your payment will be refunded, and somebody else can take the seat.',
  unpaid: 'Somebody else can then take it.',
  keep: 'Keep it',
  manage: 'Manage seats, time and recording',
  earnings: 'Earnings',
});

/** Formats the end; only its time if it is on the day of the start. */
const formatEnd = (endsAt: string, startsAt: string | null): string =>
  startsAt !== null && formatDay(startsAt) === formatDay(endsAt)
    ? formatClock(endsAt)
    : formatPlanned(new Date(endsAt));

/** Lists when the webinar starts, if within a day, and when it ends. */
function listTimes({ startsAt, endsAt, state }: Webinar, now = Date.now()): string[] {
  const soon = startsAt !== null && state === 'upcoming' && new Date(startsAt).getTime() - now < DAY_MS;
  return [
    ...(soon ? [t(texts.starts, { when: formatAhead(startsAt, now) })] : []),
    ...(endsAt && (state === 'upcoming' || state === 'begun')
      ? [t(texts.ends, { time: formatEnd(endsAt, startsAt) })]
      : []),
  ];
}

/** Returns the amount to pay, with the tax that is added to the price, or whether the price includes one. */
function priceFact({ price, total, currency, addedTax: percent, includesTax }: Webinar): string {
  const write = (amount: number): string => formatPrice({ amount, currency }, numberLocale());
  if (percent === null || percent === undefined)
    return includesTax ? t(texts.inclTax, { price: write(total) }) : write(total);
  return t(texts.withTax, { price: write(total), percent, tax: write(total - price) });
}

function listOffer(webinar: Webinar): string[] {
  const { price, seatsLeft, capacity, refundPolicy, mySeat } = webinar;
  const seats = { left: seatsLeft ?? 0, capacity: capacity ?? 0 };
  // Members who pay for a held seat need not know that it was the last.
  const hidesSeats = seatsLeft === null || (seatsLeft === 0 && mySeat?.state === 'held');
  return [
    price === 0 ? t(texts.free) : priceFact(webinar),
    ...(hidesSeats ? [] : [seatsLeft === 0 ? t(texts.full) : t(texts.left, seats)]),
    ...(price === 0 ? [] : [t(mySeat?.state === 'paid' && mySeat.moved ? texts.moved : refundTexts[refundPolicy])]),
  ];
}

/** The viewer's seat, and a button to give it up if that is possible. */
function OwnSeat({ postId, webinar, onChange }: { postId: string; webinar: Webinar; onChange: () => void }) {
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const paid = webinar.mySeat?.state === 'paid';
  const mayLeave = webinar.state === 'upcoming' && (!paid || webinar.mySeat?.moved || isRefundable(webinar));
  const leave = async () => {
    setLeaving(true);
    const response = await leaveSeat(postId);
    setLeaving(false);
    setAsking(false);
    (response.ok ? showSuccess : showError)(response.message);
    onChange();
  };
  return (
    <div className={styles.mine}>
      <span>{t(webinar.state === 'over' ? texts.had : texts.mine)}</span>
      {mayLeave && (
        <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t(texts.leave)}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={t(texts.question)}
        confirmLabel={t(texts.leave)}
        cancelLabel={t(texts.keep)}
        danger
        loading={leaving}
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      >
        {t(paid ? texts.refunded : texts.unpaid)}
      </ConfirmDialog>
    </div>
  );
}

type WebinarFactsProps = {
  postId: string;
  webinar: Webinar;
  /** Called when the viewer's seat has changed; null for guests. */
  onChange: (() => void) | null;
  /** Whether the viewer is the host. */
  hosted: boolean;
};

/** What a webinar offers: when it ends, its price, the seats left and the refund policy; and the viewer's own seat. */
export function WebinarFacts({ postId, webinar, onChange, hosted }: WebinarFactsProps) {
  const seat = webinar.mySeat?.state;
  const facts = [...listTimes(webinar), ...(webinar.state === 'upcoming' ? listOffer(webinar) : [])];
  return (
    <>
      {facts.length > 0 && (
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {onChange && (seat === 'paid' || seat === 'free') && (
        <OwnSeat postId={postId} webinar={webinar} onChange={onChange} />
      )}
      {onChange && !hosted && <WaitingLine postId={postId} webinar={webinar} onChange={onChange} />}
      {hosted && (
        <div className={styles.mine}>
          <TextLink to={`/webinars/${postId}/manage`}>{t(texts.manage)}</TextLink>
          {webinar.price > 0 && <TextLink to="/me/earnings">{t(texts.earnings)}</TextLink>}
        </div>
      )}
    </>
  );
}
