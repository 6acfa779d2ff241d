import { DAY_MS } from '@afterhours/contract/base/durations';
import { defineMessages } from '@afterhours/contract/base/message';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import type { OwnSeat } from '@afterhours/contract/webinars/lists';
import { useState } from 'react';
import { CalendarButton } from '#features/payments/components/calendar-button.tsx';
import { JoinLink } from '#features/payments/components/join-link.tsx';
import { WebinarTime } from '#features/payments/components/webinar-time.tsx';
import { leaveSeat, leaveWaiting } from '#features/payments/seats/seat-commands.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { formatPlanned } from '#lib/text/format.ts';
import { formatAhead } from '#lib/text/format-ahead.ts';
import { fullName } from '#lib/text/full-name.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { words } from '#ui/text/words.ts';
import styles from '../webinars.module.css';

const texts = defineMessages('webinars.ownSeat', {
  host: 'Host: {name}',
  cancelled: 'This webinar is cancelled',
  begun: 'Has begun',
  starts: 'Starts {when}',
  free: 'You have a seat',
  had: 'You had a seat',
  paid: 'You have a paid seat',
  price: 'You paid {price}',
  offered: 'A seat is held for you until {time}',
  held: 'A seat is held while you pay, until {time}',
  place: '{place, plural, one {You are first on the waiting list} other {You are number # on the waiting list}}',
  take: 'Take the seat',
  leave: 'Give up seat',
  leaveLine: 'Leave the waiting list',
  question: 'Give up your seat?',
  questionLine: 'Leave the waiting list?',
  refunded: 'Your payment will be refunded, and somebody else can take the seat.',
  unpaid: 'Somebody else can then take it.',
  line: 'You lose your place. You can join the list again, at its end.',
  keep: 'Keep it',
  keepPlace: 'Keep my place',
});

/** Returns what the viewer has: a seat, an offer, or a place on the waiting list. */
function describeSeat({ seat, place, state }: OwnSeat): string | null {
  if (place !== null) return t(texts.place, { place });
  if (seat?.state === 'held' && seat.heldUntil) {
    return t(seat.offered ? texts.offered : texts.held, { time: formatPlanned(new Date(seat.heldUntil)) });
  }
  if (seat?.state === 'paid' || seat?.state === 'free') return t(state === 'over' ? texts.had : texts[seat.state]);
  return null;
}

const describePrice = ({ paid }: OwnSeat): string | null =>
  paid && t(texts.price, { price: formatPrice(paid, numberLocale()) });

/** Returns what becomes of the payment for a cancelled webinar. */
function describeRefund({ seat }: OwnSeat): string | null {
  if (seat?.state === 'refunded') return t(paymentMessages.refunded);
  return seat?.state === 'paid' ? t(paymentMessages.refunding) : null;
}

/** Returns the webinar's state, beyond what the tab (upcoming or past) already says. */
function describeState({ state, startsAt }: OwnSeat): string | null {
  if (state === 'begun') return t(texts.begun);
  if (state === 'over') return null;
  const soon = startsAt !== null && new Date(startsAt).getTime() - Date.now() < DAY_MS;
  return soon ? t(texts.starts, { when: formatAhead(startsAt) }) : null;
}

function LeaveButton({ own, onGone }: RowProps) {
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const inLine = own.place !== null;
  const offered = own.seat?.state === 'held' && own.seat.offered;
  const leave = async () => {
    setLeaving(true);
    const response = await (inLine || offered ? leaveWaiting(own._id) : leaveSeat(own._id));
    setLeaving(false);
    setAsking(false);
    (response.ok ? showSuccess : showError)(response.message);
    if (response.ok) onGone(own._id);
  };
  const action = t(inLine ? texts.leaveLine : texts.leave);
  const lost = own.seat?.state === 'paid' ? texts.refunded : texts.unpaid;
  return (
    <>
      <Button
        variant={inLine ? 'secondary' : 'quiet'}
        className={inLine ? undefined : styles.leave}
        aria-haspopup="dialog"
        aria-label={t(words.ofRow, { action, row: own.title })}
        onClick={() => setAsking(true)}
      >
        {action}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t(inLine ? texts.questionLine : texts.question)}
        confirmLabel={action}
        cancelLabel={t(inLine ? texts.keepPlace : texts.keep)}
        danger
        loading={leaving}
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      >
        {t(inLine ? texts.line : lost)}
      </ConfirmDialog>
    </>
  );
}

type RowProps = { own: OwnSeat; onGone: (id: string) => void };

/** A webinar in which the viewer has a seat, or waits for one. */
export function OwnSeatRow({ own, onGone }: RowProps) {
  const { _id: id, title, host, startsAt, timeZone, state, seat } = own;
  const hasSeat = seat?.state === 'paid' || seat?.state === 'free';
  const refund = describeRefund(own);
  const mayJoin = hasSeat && state !== 'cancelled';
  return (
    <li className={styles.row} data-row={id}>
      <div className={styles.text}>
        <strong>
          <TextLink to={`/p/${id}`}>
            <bdi>{title}</bdi>
          </TextLink>
        </strong>
        {startsAt && <WebinarTime startsAt={startsAt} hostZone={timeZone} />}
        <span className={styles.quiet}>
          <bdi>{t(texts.host, { name: fullName(host) })}</bdi>
        </span>
        <span className={styles.quiet}>
          {state === 'cancelled' ? (
            <>
              <strong>{t(texts.cancelled)}</strong>
              {refund !== null && ` · ${refund}`}
            </>
          ) : (
            [describeState(own), describeSeat(own), describePrice(own)].filter((part) => part !== null).join(' · ')
          )}
        </span>
        {own.cancelWords && (
          <blockquote dir="auto" className={styles.words}>
            {own.cancelWords}
          </blockquote>
        )}
      </div>
      <div className={styles.buttons}>
        {seat?.state === 'held' && state === 'upcoming' && (
          <ButtonLink
            to={`/p/${id}`}
            variant="primary"
            aria-label={t(words.ofRow, { action: t(texts.take), row: title })}
          >
            {t(texts.take)}
          </ButtonLink>
        )}
        {mayJoin && <JoinLink postId={id} title={title} state={state} recorded={own.recorded} />}
        {mayJoin && startsAt && state === 'upcoming' && <CalendarButton postId={id} title={title} />}
        {(own.mayLeave || own.place !== null) && <LeaveButton own={own} onGone={onGone} />}
      </div>
    </li>
  );
}
