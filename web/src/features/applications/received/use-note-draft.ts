import { useEffect, useRef, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { readDraft, readToken, watchDraft, writeDraft } from '#lib/browser/session-storage.ts';
import { useAppSelector } from '#lib/store.ts';

/** The unsaved text of a note, and the saved note that it started from. */
type NoteDraft = { text: string; over: string };

/**
 * The unsaved text. It stays in the browser when another application is opened, or the page is left. It is the same in
 * all windows, except where something else has been written meanwhile.
 */
export function useNoteDraft(applicationId: string) {
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const name = `note:${me}:${applicationId}`;
  const [draft, setDraft] = useState(() => readDraft(name) as NoteDraft | null);
  const present = useRef(draft);
  useEffect(() => {
    present.current = draft;
    writeDraft(name, draft);
  }, [name, draft]);
  useEffect(
    () =>
      watchDraft(name, (now, before) => {
        const isSame = JSON.stringify(present.current) === JSON.stringify(before);
        if (isSame) setDraft(now as NoteDraft | null);
        // Another window has saved its own text. Without a session, the drafts are gone because the member signed out.
        else if (now === null && readToken() !== null) writeDraft(name, present.current);
      }),
    [name],
  );
  return [draft, setDraft] as const;
}
