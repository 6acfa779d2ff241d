/**
 * What is written in the form of a filter is kept in the browser until it is saved or discarded, so that leaving the
 * page loses nothing.
 */
import type { Filter } from '@afterhours/contract/moderation/automation';
import { readDraft, writeDraft } from '#lib/browser/session-storage.ts';
import { browserStorage } from '#lib/browser/storage.ts';

export const NEW = 'new';

export type Values = { kind: string; effect: string; places: string; note: string; entries: string };

/** The version of a filter is when it was last changed; that of a new one is 0. */
export const versionOf = (filter: Filter | null): number => (filter ? Date.parse(filter.updatedAt) : 0);

/** Returns the form of a filter, or of a new one, before any change. */
export const startOf = (filter: Filter | null): { version: number; untouched: Values } => ({
  version: versionOf(filter),
  untouched: {
    kind: filter?.kind ?? 'words',
    effect: filter?.effect ?? 'hold',
    places: (filter?.places ?? ['posts', 'comments']).join(','),
    note: filter?.note ?? '',
    entries: (filter?.entries ?? []).join('\n'),
  },
});

/** Names the draft of a member for a filter, or for a new one. */
export const draftName = (memberId: string, id: string): string => `filter:${memberId}:${id}`;

/** Returns the filter with a draft, or `NEW`; null if nothing is written. */
export function findDraft(memberId: string, filters: readonly Filter[]): Filter | typeof NEW | null {
  const ids = browserStorage.keys(`draft:${draftName(memberId, '')}`).map((key) => key.split(':').at(-1) ?? '');
  const found = filters.find(({ _id }) => ids.includes(_id));
  if (found || ids.includes(NEW)) return found ?? NEW;
  const [deleted] = ids;
  if (deleted === undefined) return null;
  // The filter is gone, but its form can be added as a new one, with the fields that were not changed, too.
  const draft = readDraft(draftName(memberId, deleted)) as Partial<{ values: Values }> | null;
  writeDraft(draftName(memberId, NEW), { ...startOf(null), values: draft?.values });
  writeDraft(draftName(memberId, deleted), null);
  return NEW;
}
