import { hasBegun } from '@afterhours/contract/posts';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CreditCard from 'lucide-react/icons/credit-card';
import { useState } from 'react';
import { showError } from '#lib/notify.ts';
import { toSafeHref } from '#lib/text/rich-text.ts';
import { Button } from '#ui/buttons/button.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { readCalendarFile, type Webinar, webinarPrice } from '../payment-commands.ts';
import { useSettlement } from '../use-settlement.ts';
import { JoinLink } from './join-link.tsx';
import styles from './webinar-access.module.css';
import { WebinarTime } from './webinar-time.tsx';

const PayDialog = lazyPart(async () => (await import('./pay-dialog.tsx')).PayDialog);

async function saveCalendarFile(webinar: Webinar): Promise<void> {
  const file = await readCalendarFile(webinar._id);
  if (!file) return showError('The calendar file could not be loaded. Please try again.');
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = 'webinar.ics';
  link.click();
  URL.revokeObjectURL(address);
}

type WebinarAccessProps = {
  post: Webinar;
  /** A payment has come further: load the post again, it carries the payment and the link. */
  onChange: () => void;
};

const payLabels: Partial<Record<string, string>> = {
  pending: 'Payment pending',
  failed: `Try again: ${webinarPrice}`,
};

/** A webinar has no end of its own; a day after it began it is certainly over. */
const begunNote = (post: Webinar): string =>
  hasBegun(post, Date.now() - 86_400_000) ? 'This webinar is over.' : 'This webinar has begun.';

/**
 * The way into a webinar: its time in the reader's zone, and paying, or joining once the link is there. The dialog is
 * loaded at the first press, and stays while the button that opened it gives way to Join.
 */
export function WebinarAccess({ post, onChange }: WebinarAccessProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const href = post.link && toSafeHref(post.link);
  const pendingId = post.payment?.status === 'pending' ? post.payment._id : null;
  // An open dialog asks by itself.
  useSettlement(open ? null : pendingId, onChange);
  const begun = hasBegun(post);
  const show = () => {
    setOpen(true);
    setUsed(true);
  };
  return (
    <div className={styles.access}>
      {post.startsAt && <WebinarTime startsAt={post.startsAt} hostZone={post.timeZone} />}
      {post.payment?.status === 'refunded' && <p className={styles.note}>Your payment was refunded.</p>}
      {post.payment?.status === 'refunding' && <p className={styles.note}>Your payment is being refunded.</p>}
      {begun && <p className={styles.note}>{begunNote(post)}</p>}
      <div className={styles.buttons}>
        {href && <JoinLink href={href} />}
        {!href && (!begun || pendingId) && (
          <Button icon={CreditCard} aria-haspopup="dialog" onClick={show}>
            {payLabels[post.payment?.status ?? ''] ?? `Pay ${webinarPrice} to join`}
          </Button>
        )}
        {href && post.startsAt && !begun && (
          <Button icon={CalendarPlus} onClick={() => void saveCalendarFile(post)}>
            Add to calendar
          </Button>
        )}
      </div>
      {used && <PayDialog open={open} post={post} onChange={onChange} onClose={() => setOpen(false)} />}
    </div>
  );
}
