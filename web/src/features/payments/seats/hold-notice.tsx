import { defineMessages } from '@afterhours/contract/base/message';
import type { Webinar } from '@afterhours/contract/constants/webinars';
import { useEffect, useRef, useState } from 'react';
import { formatClock } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { refundTexts } from './refund-policy.ts';
import { takeSeat } from './seat-commands.ts';

const texts = defineMessages('webinars.hold', {
  held: 'Your seat is held until {time}.',
});

type HoldNoticeProps = { postId: string; webinar: Webinar; onChange: () => void };

/** Holds a seat, once, if their number is limited. Returns why that failed. */
function useHold({ postId, webinar, onChange }: HoldNoticeProps): string | null {
  const [refusal, setRefusal] = useState<string | null>(null);
  const requested = useRef(false);
  const needsHold = webinar.capacity !== null && webinar.mySeat?.state !== 'held';
  useEffect(() => {
    if (!needsHold || requested.current) return;
    requested.current = true;
    void takeSeat(postId).then((answer) => {
      if (!answer.ok) setRefusal(answer.message);
      onChange();
    });
  }, [postId, needsHold, onChange]);
  return refusal;
}

/** What payers should know before they pay: the refund policy, and how long a seat is held for them. */
export function HoldNotice(props: HoldNoticeProps) {
  const refusal = useHold(props);
  const { refundPolicy, mySeat } = props.webinar;
  const until = mySeat?.state === 'held' ? mySeat.heldUntil : null;
  if (refusal !== null) return <Banner tone="danger">{refusal}</Banner>;
  return (
    <>
      <p>{t(refundTexts[refundPolicy])}</p>
      {until !== null && <p>{t(texts.held, { time: formatClock(until) })}</p>}
    </>
  );
}
