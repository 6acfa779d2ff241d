import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CreditCard from 'lucide-react/icons/credit-card';
import { useState } from 'react';
import { showError } from '#lib/notify.ts';
import { toSafeHref } from '#lib/rich-text.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { readCalendarFile, type Webinar, webinarPrice } from '../payment-commands.ts';
import { JoinLink } from './join-link.tsx';
import styles from './webinar-access.module.css';
import { WebinarTime } from './webinar-time.tsx';

const PayDialog = lazyPart(async () => (await import('./pay-dialog.tsx')).PayDialog);

async function saveCalendarFile(webinar: Webinar): Promise<void> {
  const file = await readCalendarFile(webinar._id);
  if (!file) return showError('The calendar file could not be had. Please try again.');
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = 'webinar.ics';
  link.click();
  URL.revokeObjectURL(address);
}

type WebinarAccessProps = {
  post: Webinar;
  /** The link is open now: read the post again, it carries the link. */
  onPaid: () => void;
};

const payLabels: Partial<Record<string, string>> = {
  pending: 'Payment pending',
  failed: `Try again: ${webinarPrice}`,
};

/**
 * The way into a webinar: its time in the reader's zone, and paying, or joining once the link is there. The dialog is
 * loaded at the first press, and stays while the button that opened it gives way to Join.
 */
export function WebinarAccess({ post, onPaid }: WebinarAccessProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const href = post.link && toSafeHref(post.link);
  const show = () => {
    setOpen(true);
    setUsed(true);
  };
  return (
    <div className={styles.access}>
      {post.startsAt && <WebinarTime startsAt={post.startsAt} hostZone={post.timeZone} />}
      {post.payment?.status === 'refunded' && <p className={styles.note}>Your payment was refunded.</p>}
      {post.payment?.status === 'refunding' && <p className={styles.note}>Your payment is being refunded.</p>}
      <div className={styles.buttons}>
        {href ? (
          <JoinLink href={href} />
        ) : (
          <Button icon={CreditCard} aria-haspopup="dialog" onClick={show}>
            {payLabels[post.payment?.status ?? ''] ?? `Pay ${webinarPrice} to join`}
          </Button>
        )}
        {href && post.startsAt && (
          <Button icon={CalendarPlus} onClick={() => void saveCalendarFile(post)}>
            Add to calendar
          </Button>
        )}
      </div>
      {used && <PayDialog open={open} post={post} onPaid={onPaid} onClose={() => setOpen(false)} />}
    </div>
  );
}
