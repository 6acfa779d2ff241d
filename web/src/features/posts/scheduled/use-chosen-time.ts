import { useState } from 'react';
import { readDraft, writeDraft } from '#lib/browser/session-storage.ts';

const keyOf = (userId: string): string => `schedule:${userId}`;

/** The stored time of a draft, unless it has passed or the draft no longer exists. */
function readTime(userId: string): string | null {
  const kept = readDraft(keyOf(userId));
  if (typeof kept !== 'string' || readDraft(`post:${userId}`) === null) return null;
  return new Date(kept).getTime() > Date.now() ? kept : null;
}

/** The time chosen for a new post, ISO 8601; stored in this browser like its draft. */
export function useChosenTime(userId: string): [string | null, (publishAt: string | null) => void] {
  const [publishAt, setPublishAt] = useState(() => readTime(userId));
  const choose = (chosen: string | null): void => {
    writeDraft(keyOf(userId), chosen);
    setPublishAt(chosen);
  };
  return [publishAt, choose];
}
