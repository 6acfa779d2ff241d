/** A short preview of a conversation's last message. */
import { defineMessages } from '@afterhours/contract/base/message';
import { JOB_APPLIED } from '@afterhours/contract/constants/messages';
import { t } from '#lib/text/translate.ts';
import type { ConversationState } from '../state/message-state.ts';

const texts = defineMessages('messages.preview', {
  deleted: 'Message deleted',
  image: 'Photo',
  attachment: 'File',
  application: 'Job application',
  own: 'You: {text}',
});

type Latest = NonNullable<ConversationState['latestMessage']>;

/** The text that replaces a deleted message. */
export const deletedText = texts.deleted;

function wordsOf({ deleted, content, filetype }: Latest): string {
  if (deleted) return t(deletedText);
  if (content === JOB_APPLIED) return t(texts.application);
  return content === '' && filetype ? t(texts[filetype]) : content;
}

/** Returns the preview: "You: …" for an own message, "Photo" or "File" for one without text. */
export function previewOf(latest: Latest, me: string | undefined): string {
  return latest.sender_id === me ? t(texts.own, { text: wordsOf(latest) }) : wordsOf(latest);
}
