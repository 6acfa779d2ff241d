/**
 * What a member has written in this browser and not sent: drafts (`draft:…:<member>…`), messages that wait
 * (`outbox:<member>:<message>`), and their files. The next member to use this browser must not find it.
 */
import { browserStorage } from '../browser/storage.ts';
import { logFailure } from '../log.ts';

const listKeys = (prefix: string, memberId: string): string[] =>
  browserStorage.keys(prefix).filter((key) => key.includes(memberId));

/** What the server has of a draft is kept beside the draft; it is no draft itself. */
const isDraft = (key: string): boolean => !key.startsWith('draft:synced:');

/** How many messages wait to be sent, and how many drafts there are. */
export const countUnsent = (memberId: string): { messages: number; drafts: number } => ({
  messages: listKeys('outbox:', memberId).length,
  drafts: listKeys('draft:', memberId).filter(isDraft).length,
});

/** Removes all of it from this browser. */
export async function forgetUnsent(memberId: string): Promise<void> {
  const keys = [...listKeys('outbox:', memberId), ...listKeys('draft:', memberId)];
  for (const key of keys) browserStorage.remove(key);
  const messages = new Set(keys.map((key) => key.split(':').at(-1)));
  try {
    // The pages of members load it anyway; those of guests need nothing of it.
    const { removeFilesWhere } = await import('./unsent-files.ts');
    await removeFilesWhere((key) => key.includes(memberId) || messages.has(key));
  } catch (error) {
    logFailure('Files that wait', String(error));
  }
}
