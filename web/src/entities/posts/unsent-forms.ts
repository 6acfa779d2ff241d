import { createMountedIds } from '#lib/lists/mounted-ids.ts';

/**
 * The posts and comments in whose forms something is written that was not sent: a deleted one stays until its form is
 * closed.
 */
const [useUnsentForm, listUnsentForms, onUnsentFormsChange] = createMountedIds();

/** Rendered while something is written in a form of the post or comment with this id. */
export function UnsentForm({ id }: { id: string }) {
  useUnsentForm(id);
  return null;
}

/** Calls `then` once nothing unsent is written in the forms of a post or comment. Returns whether it has to wait. */
export function afterUnsent(id: string, then: () => void): boolean {
  if (!listUnsentForms().includes(id)) {
    then();
    return false;
  }
  const stop = onUnsentFormsChange(() => {
    if (listUnsentForms().includes(id)) return;
    stop();
    then();
  });
  return true;
}
