/**
 * Unsent work of a member in this browser: drafts (`draft:…:<member>…`), queued messages (`outbox:<member>:<message>`),
 * and their files. The next member who uses this browser must not find it.
 */
import { browserStorage } from '../browser/storage.ts';
import { logFailure } from '../log.ts';

/** Says only that a hint is done with, which would otherwise return with each sign-in. */
const isHint = (key: string): boolean => /^profile-(?:hint|shared):/.test(key);

/** Whether a key's first id is the member's, who wrote it. Further ones name what it is about: a draft to somebody. */
const isOf = (memberId: string, key: string): boolean =>
  key.split(':').find(({ length }) => length === 36) === memberId;

const listKeys = (prefix: string, memberId: string): string[] =>
  browserStorage.keys(prefix).filter((key) => isOf(memberId, key));

/** Excludes the server's copy of a draft, and the key with which it was sent, which are stored next to the draft. */
const isDraft = (key: string): boolean => !/^draft:(?:synced|sent):/.test(key);

/** Returns the number of queued messages and of drafts. */
export const countUnsent = (memberId: string): { messages: number; drafts: number } => ({
  messages: listKeys('outbox:', memberId).length,
  drafts: listKeys('draft:', memberId).filter(isDraft).length,
});

/** Removes all unsent work of the member from this browser, and everything else under a key of theirs. */
export async function forgetUnsent(memberId: string): Promise<void> {
  const keys = listKeys('', memberId).filter((key) => !isHint(key));
  for (const key of keys) browserStorage.remove(key);
  const messages = new Set(keys.map((key) => key.split(':').at(-1)));
  try {
    // Members' pages load this module anyway; guests' pages need nothing from it.
    const { removeFilesWhere } = await import('./unsent-files.ts');
    await removeFilesWhere((key) => isOf(memberId, key) || messages.has(key));
  } catch (error) {
    logFailure('Files that wait', String(error));
  }
}
