import { defineMessages } from '@afterhours/contract/base/message';
import { isWaitingOpen, type Webinar } from '@afterhours/contract/constants/webinars';
import { useState } from 'react';
import { showError, showSuccess } from '#lib/notify.ts';
import { formatPlanned } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { joinWaiting, leaveWaiting } from './seat-commands.ts';
import styles from './webinar-facts.module.css';

const texts = defineMessages('webinars.line', {
  join: 'Join the waiting list',
  place: '{place, plural, one {You are first on the waiting list.} other {You are number # on the waiting list.}}',
  leave: 'Leave the waiting list',
  offered: 'This seat is held for you until {time}.',
  decline: 'I don’t need it',
});

type WaitingLineProps = { postId: string; webinar: Webinar; onChange: () => void };

/** The options for a webinar without a free seat: join the waiting list, leave it, or decline an offered seat. */
export function WaitingLine({ postId, webinar, onChange }: WaitingLineProps) {
  const [pending, setPending] = useState(false);
  const { mySeat, myPlace, seatsLeft, state } = webinar;
  const run = async (work: typeof joinWaiting | typeof leaveWaiting) => {
    setPending(true);
    const response = await work(postId);
    setPending(false);
    (response.ok ? showSuccess : showError)(response.message);
    onChange();
  };
  if (state !== 'upcoming') return null;
  const offeredUntil = mySeat?.state === 'held' && mySeat.offered ? mySeat.heldUntil : null;
  if (offeredUntil !== null) {
    return (
      <div className={styles.mine}>
        <strong>{t(texts.offered, { time: formatPlanned(new Date(offeredUntil)) })}</strong>
        <Button variant="quiet" size="small" loading={pending} onClick={() => void run(leaveWaiting)}>
          {t(texts.decline)}
        </Button>
      </div>
    );
  }
  if (myPlace !== null) {
    return (
      <div className={styles.mine}>
        <span>{t(texts.place, { place: myPlace })}</span>
        <Button variant="quiet" size="small" loading={pending} onClick={() => void run(leaveWaiting)}>
          {t(texts.leave)}
        </Button>
      </div>
    );
  }
  const hasSeat = mySeat?.state === 'held' || mySeat?.state === 'paid' || mySeat?.state === 'free';
  if (seatsLeft !== 0 || hasSeat || !isWaitingOpen(webinar)) return null;
  return (
    <div className={styles.mine}>
      <Button loading={pending} onClick={() => void run(joinWaiting)}>
        {t(texts.join)}
      </Button>
    </div>
  );
}
