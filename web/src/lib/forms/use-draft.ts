import { useCallback, useEffect, useState } from 'react';
import { readDraft, watchDraft, writeDraft } from '../browser/session-storage.ts';

const textOf = (stored: unknown, untouched: string): string => (typeof stored === 'string' ? stored : untouched);

/**
 * Unsent text, stored in the browser under that name while it differs from `untouched`. It is the same in all tabs: one
 * that sends it empties the others, except where something else has been written meanwhile.
 */
export function useDraft(name: string, untouched = ''): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => textOf(readDraft(name), untouched));
  useEffect(
    () =>
      watchDraft(name, (now, before) =>
        setText((present) => (present === textOf(before, untouched) ? textOf(now, untouched) : present)),
      ),
    [name, untouched],
  );
  const set = useCallback(
    (next: string) => {
      setText(next);
      writeDraft(name, next === untouched || next === '' ? null : next);
    },
    [name, untouched],
  );
  return [text, set];
}

export const hasDraft = (name: string): boolean => typeof readDraft(name) === 'string';
