import { useCallback, useState } from 'react';
import { readDraft, writeDraft } from '../browser/session-storage.ts';

/** Unsent text, stored in the browser under that name while it differs from `untouched`. */
export function useDraft(name: string, untouched = ''): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => {
    const stored = readDraft(name);
    return typeof stored === 'string' ? stored : untouched;
  });
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
