/**
 * What is written in the form of a filter is kept in the browser until it is saved or discarded, so that leaving the
 * page loses nothing.
 */
import type { Filter } from '@afterhours/contract/moderation/automation';
import { readDraft, writeDraft } from '#lib/browser/session-storage.ts';
import { browserStorage } from '#lib/browser/storage.ts';

export const NEW = 'new';

/** Names the draft of a member for a filter, or for a new one. */
export const draftName = (memberId: string, id: string): string => `filter:${memberId}:${id}`;

/** Returns the filter with a draft, or `NEW`; null if nothing is written. */
export function findDraft(memberId: string, filters: readonly Filter[]): Filter | typeof NEW | null {
  const ids = browserStorage.keys(`draft:${draftName(memberId, '')}`).map((key) => key.split(':').at(-1) ?? '');
  const found = filters.find(({ _id }) => ids.includes(_id));
  if (found || ids.includes(NEW)) return found ?? NEW;
  const [deleted] = ids;
  if (deleted === undefined) return null;
  // The filter is gone, but what was written about it can be added as a new one.
  writeDraft(draftName(memberId, NEW), readDraft(draftName(memberId, deleted)));
  writeDraft(draftName(memberId, deleted), null);
  return NEW;
}
