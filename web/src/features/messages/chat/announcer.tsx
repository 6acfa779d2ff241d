import { defineMessages } from '@afterhours/contract/base/message';
import type { Message } from '@afterhours/contract/messages/messages';
import { useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { previewOf } from '../conversations/preview.ts';
import { latestOf } from '../state/message-state.ts';

const texts = defineMessages('messages.announcer', {
  said: '{name}: {text}',
});

type AnnouncerProps = { messages: readonly Message[]; userId: string; name: string };

/** Announces the other member's latest message to screen readers; messages loaded with the chat are not announced. */
export function Announcer({ messages, userId, name }: AnnouncerProps) {
  const newest = messages.at(-1);
  const [since] = useState(newest?.seq ?? 0);
  const latest = newest && newest.sender_id === userId && newest.seq > since ? latestOf(newest) : null;
  return (
    <VisuallyHidden role="status">
      {latest && <span key={latest.seq}>{t(texts.said, { name, text: previewOf(latest, undefined) })}</span>}
    </VisuallyHidden>
  );
}
