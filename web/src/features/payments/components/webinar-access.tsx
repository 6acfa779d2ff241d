import { defineMessages } from '@afterhours/contract/base/message';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { hasBegun } from '@afterhours/contract/constants/webinars';
import Armchair from 'lucide-react/icons/armchair';
import CreditCard from 'lucide-react/icons/credit-card';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { mayEnter } from '../may-enter.ts';
import type { Webinar } from '../payment-commands.ts';
import { priceOf } from '../price.ts';
import { WebinarFacts } from '../seats/webinar-facts.tsx';
import { useSettlement } from '../use-settlement.ts';
import { CalendarButton } from './calendar-button.tsx';
import { JoinLink } from './join-link.tsx';
import styles from './webinar-access.module.css';
import { WebinarTime } from './webinar-time.tsx';

const texts = defineMessages('payments.webinar', {
  pending: 'Payment pending',
  again: 'Try again: {price}',
  pay: 'Pay {price} to join',
  free: 'Join for free',
  over: 'This webinar is over.',
  begun: 'This webinar has begun.',
  cancelled: 'This webinar is cancelled.',
});

const PayDialog = lazyPart(async () => (await import('./pay-dialog.tsx')).PayDialog);

type WebinarAccessProps = {
  post: Webinar;
  /** Called when a payment has changed: the post, which holds the payment and the link, has to be reloaded. */
  onChange: () => void;
};

function describePay(post: Webinar): string {
  const { payment, webinar } = post;
  if (payment?.status === 'pending') return t(texts.pending);
  if (webinar?.price === 0) return t(texts.free);
  return t(payment?.status === 'failed' ? texts.again : texts.pay, { price: priceOf(post) });
}

/** Whether the viewer can get a seat: a free one, or one that is held for them. */
const hasRoom = ({ webinar }: Webinar): boolean => webinar?.seatsLeft !== 0 || webinar.mySeat?.state === 'held';

/** Returns why nobody can join the webinar any more; null if it is still to come. */
function describeEnd(post: Webinar): string | null {
  const state = post.webinar?.state;
  if (state === 'cancelled') return t(texts.cancelled);
  if (!hasBegun(post)) return null;
  return t(state === 'over' ? texts.over : texts.begun);
}

/** The webinar's time, its offer, and the status of a refund. */
function Notes({ post, onChange }: { post: Webinar; onChange: (() => void) | null }) {
  const hosted = post.viewerCan?.edit ?? false;
  const status = post.payment?.status;
  const end = describeEnd(post);
  const cancelled = post.webinar?.state === 'cancelled';
  return (
    <>
      {post.startsAt && <WebinarTime startsAt={post.startsAt} hostZone={hosted ? null : post.timeZone} />}
      {post.webinar && <WebinarFacts postId={post._id} webinar={post.webinar} onChange={onChange} hosted={hosted} />}
      {status === 'refunded' && <p className={styles.note}>{t(paymentMessages.refunded)}</p>}
      {status === 'refunding' && <p className={styles.note}>{t(paymentMessages.refunding)}</p>}
      {end !== null && <p className={cancelled ? styles.cancelled : styles.note}>{end}</p>}
    </>
  );
}

/** What guests see of a webinar: when it starts and what it offers, or that it has started. */
export function WebinarNotes({ post }: { post: Webinar }) {
  return (
    <div className={styles.access}>
      <Notes post={post} onChange={null} />
    </div>
  );
}

/**
 * Access to a webinar: its time in the viewer's time zone, and a button to pay, or to join once the link is there. The
 * dialog is loaded at the first click, and stays when Join replaces the button that opened it.
 */
export function WebinarAccess({ post, onChange }: WebinarAccessProps) {
  const { shown, show, close } = useDialog();
  const hasSeat = mayEnter(post);
  const cancelled = post.webinar?.state === 'cancelled';
  const pendingId = post.payment?.status === 'pending' ? post.payment._id : null;
  // An open dialog polls the payment itself.
  useSettlement(shown?.open ? null : pendingId, onChange);
  const begun = hasBegun(post) || cancelled;
  return (
    <div ref={keepFocus} className={styles.access}>
      <Notes post={post} onChange={onChange} />
      <div className={styles.buttons}>
        {hasSeat && !cancelled && <JoinLink postId={post._id} state={post.webinar?.state} />}
        {!hasSeat && ((!begun && hasRoom(post)) || pendingId) && (
          <Button
            icon={post.webinar?.price === 0 ? Armchair : CreditCard}
            variant="primary"
            aria-haspopup="dialog"
            onClick={() => show()}
          >
            {describePay(post)}
          </Button>
        )}
        {hasSeat && post.startsAt && !begun && <CalendarButton postId={post._id} />}
      </div>
      {shown && <PayDialog open={shown.open} post={post} onChange={onChange} onClose={close} />}
    </div>
  );
}
