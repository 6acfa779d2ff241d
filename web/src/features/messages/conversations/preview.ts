/** The last message of a conversation in a few words. */
import { JOB_APPLIED } from '@afterhours/contract/messages';
import type { Connection } from '../state/message-state.ts';

type Latest = NonNullable<Connection['latestMessage']>;

const fileWords = { image: 'Photo', attachment: 'File' } as const;

export const deletedText = 'Message deleted';

function wordsOf({ deleted, content, filetype }: Latest): string {
  if (deleted) return deletedText;
  if (content === JOB_APPLIED) return 'Job application';
  return content === '' && filetype ? fileWords[filetype] : content;
}

/** "You: …" for an own one, "Photo" or "File" for one without words. */
export function previewOf(latest: Latest, me: string | undefined): string {
  return latest.sender_id === me ? `You: ${wordsOf(latest)}` : wordsOf(latest);
}
