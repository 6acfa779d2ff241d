import { defineMessages } from '@afterhours/contract/base/message';
import type { Webinar } from '@afterhours/contract/constants/webinars';
import { useEffect, useRef, useState } from 'react';
import type { CallFailure } from '#lib/api/client.ts';
import { formatClock } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { refundTexts } from './refund-policy.ts';
import { takeSeat } from './seat-commands.ts';

const texts = defineMessages('webinars.hold', {
  held: 'Your seat is held until {time}.',
});

type Hold = { postId: string; webinar: Webinar | null | undefined; onChange: () => void };

/** Holds a seat, once, if their number is limited. Returns why that failed. */
export function useHold({ postId, webinar, onChange }: Hold): CallFailure | null {
  const [refusal, setRefusal] = useState<CallFailure | null>(null);
  const requested = useRef(false);
  const needsHold = webinar != null && webinar.capacity !== null && webinar.mySeat?.state !== 'held';
  useEffect(() => {
    if (!needsHold || requested.current) return;
    requested.current = true;
    void takeSeat(postId).then((response) => {
      if (!response.ok) setRefusal(response);
      onChange();
    });
  }, [postId, needsHold, onChange]);
  return refusal;
}

/** What payers should know before they pay: the refund policy, and how long a seat is held for them. */
export function HoldNotice({ webinar, refusal }: { webinar: Webinar; refusal: CallFailure | null }) {
  const { refundPolicy, mySeat } = webinar;
  const until = mySeat?.state === 'held' ? mySeat.heldUntil : null;
  if (refusal !== null) return <Banner tone="danger">{refusal.message}</Banner>;
  return (
    <>
      <p>{t(refundTexts[refundPolicy])}</p>
      {until !== null && <p>{t(texts.held, { time: formatClock(until) })}</p>}
    </>
  );
}
