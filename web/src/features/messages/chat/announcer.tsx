import type { Message } from '@afterhours/contract/messages';
import { useState } from 'react';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { previewOf } from '../conversations/preview.ts';
import { latestOf } from '../state/message-state.ts';

type AnnouncerProps = { messages: readonly Message[]; userId: string; name: string };

/** Says what the other has just written; nothing of what was there before. */
export function Announcer({ messages, userId, name }: AnnouncerProps) {
  const newest = messages.at(-1);
  const [since] = useState(newest?.seq ?? 0);
  const latest = newest && newest.sender_id === userId && newest.seq > since ? latestOf(newest) : null;
  return (
    <VisuallyHidden role="status">
      {latest && <span key={latest.seq}>{`${name}: ${previewOf(latest, undefined)}`}</span>}
    </VisuallyHidden>
  );
}
