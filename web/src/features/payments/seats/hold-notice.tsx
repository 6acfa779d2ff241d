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

/** Keeps a seat where there is a limited number, once. Returns why there is none. */
function useHold({ postId, webinar, onChange }: HoldNoticeProps): string | null {
  const [refusal, setRefusal] = useState<string | null>(null);
  const asked = useRef(false);
  const wanted = webinar.capacity !== null && webinar.mySeat?.state !== 'held';
  useEffect(() => {
    if (!wanted || asked.current) return;
    asked.current = true;
    void takeSeat(postId).then((answer) => {
      if (!answer.ok) setRefusal(answer.message);
      onChange();
    });
  }, [postId, wanted, onChange]);
  return refusal;
}

/** What somebody should know before they pay: the refund policy, and until when a seat is kept for them. */
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
