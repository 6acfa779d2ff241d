import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import type { ConversationState } from '../state/message-state.ts';
import styles from './requests.module.css';

const texts = defineMessages('messages.contact', {
  request: 'Your first message to {name} is sent as a request and can only contain text.',
  few:
    'Your first message to {name} is sent as a request and can only contain text. ' +
    'You can send {left, plural, one {one more request} other {# more requests}} today.',
  none:
    'You have written to {limit, plural, one {one new member} other {# new members}} within a day. ' +
    'You can write to {name} in {hours, plural, one {an hour} other {# hours}}.',
  closed: '{name} only accepts first messages from members they follow or are connected with.',
});

const FEW = 3;
const HOUR_SECONDS = 3_600;

type Contact = NonNullable<ConversationState['contact']>;

/** Whether a first message can be sent now. */
export const canRequest = (contact: ConversationState['contact']): boolean =>
  !contact || (contact.open && contact.left > 0);

function noteOf({ open, left, limit, retryAfter }: Contact, name: string): string {
  if (!open) return t(texts.closed, { name });
  if (left === 0)
    return t(texts.none, { name, limit, hours: Math.max(1, Math.ceil((retryAfter ?? 0) / HOUR_SECONDS)) });
  return left <= FEW ? t(texts.few, { name, left }) : t(texts.request, { name });
}

/** Explains above the composer that a first message is a request, and how many more the viewer can send. */
export function ContactNote({ contact, name }: { contact: Contact; name: string }) {
  return (
    <p role="note" className={canRequest(contact) ? styles.note : styles.sent}>
      {noteOf(contact, name)}
    </p>
  );
}
