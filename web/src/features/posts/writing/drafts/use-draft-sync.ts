/**
 * Keeps the draft of a new post the same on all of a member's devices. Opening the composer loads what another device
 * has saved; a pause in writing saves. If both sides were changed, the member is asked which to keep. Without a
 * connection the draft stays in this browser, and is saved at the next change or opening.
 */
import type { Draft } from '@afterhours/contract/posts/drafts';
import { useEffect, useRef, useState } from 'react';
import { queueSerially } from '#lib/serial-queue.ts';
import { fromDraftBody, isSent, loadDraft, pushDraft, readSynced, toDraftBody, writeSynced } from './draft-sync.ts';
import { isUntouched, type PostDraft } from './post-draft.ts';

const PAUSE_MS = 1_500;
/** Saves must not overtake each other: each is based on the version before. */
const QUEUE = 'draft of a new post';

type Syncing = {
  userId: string;
  open: boolean;
  draft: PostDraft;
  untouched: PostDraft;
  /** Replaces the draft in the form. */
  adopt: (draft: PostDraft) => void;
};

const contentOf = (draft: PostDraft, untouched: PostDraft): string =>
  isUntouched(draft, untouched) ? '' : JSON.stringify(toDraftBody(draft));

type Here = Pick<Syncing, 'draft' | 'untouched' | 'adopt'> & { content: string };

/** Replaces the form's content with what another device has saved. */
function take(userId: string, saved: Draft, { untouched, adopt }: Here): void {
  const found = fromDraftBody(saved.body);
  writeSynced(userId, { version: saved.version, content: contentOf(found, untouched) });
  adopt(found);
}

/**
 * Loads what another device has saved, and shows it if nothing was changed here. Returns it if both sides were changed.
 */
async function pull(userId: string, latest: () => Here): Promise<Draft | null> {
  const response = await loadDraft();
  const here = latest();
  const synced = readSynced(userId);
  const isChanged = here.content !== synced.content;
  if (!response.ok) return null;
  if (!response.draft) {
    // There was none, or it was published or discarded elsewhere.
    writeSynced(userId, { version: 0, content: '' });
    if (!isChanged && here.content !== '') here.adopt(here.untouched);
  } else if (response.draft.version !== synced.version) {
    const { version, body } = response.draft;
    const stored = contentOf(fromDraftBody(body), here.untouched);
    // The response to the last save was lost.
    if (isSent(stored, synced)) writeSynced(userId, { version, content: synced.sent ?? stored });
    else if (isChanged && here.content !== '') return response.draft;
    else take(userId, response.draft, here);
  }
  return null;
}

export function useDraftSync({ userId, open, draft, untouched, adopt }: Syncing) {
  const [ready, setReady] = useState(false);
  /** What another device has saved, if something else was changed here. */
  const [other, setOther] = useState<Draft | null>(null);
  const content = contentOf(draft, untouched);
  const latest = useRef<Here>({ draft, untouched, content, adopt });
  useEffect(() => {
    latest.current = { draft, untouched, content, adopt };
  });
  useEffect(() => {
    if (!open) return;
    void queueSerially(QUEUE, () => pull(userId, () => latest.current)).then((found) => {
      setOther(found);
      setReady(true);
    });
  }, [open, userId]);
  useEffect(() => {
    if (!ready || other || content === readSynced(userId).content) return undefined;
    const save = async (): Promise<void> => {
      const present = latest.current;
      if (present.content === readSynced(userId).content) return;
      if (!(await pushDraft(userId, present.draft, present.content))) return;
      const found = await pull(userId, () => latest.current);
      if (found) setOther(found);
      else await pushDraft(userId, latest.current.draft, latest.current.content);
    };
    // Deletes an empty draft at once, so that another device is not offered a published or discarded post.
    const waiting = setTimeout(() => void queueSerially(QUEUE, save), content === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(waiting);
  }, [ready, other, content, userId]);
  /** Shows the other device's draft, or overwrites it with the one here. */
  const choose = (mine: boolean) => {
    if (!other) return;
    if (mine) writeSynced(userId, { version: other.version, content: '' });
    else take(userId, other, latest.current);
    setOther(null);
  };
  return { ready, other, choose };
}
