import { createMountedIds } from '#lib/lists/mounted-ids.ts';

/** The posts in whose forms something is written that was not sent: a deleted one stays until its form is closed. */
export const [useUnsentForm, listUnsentForms, onUnsentFormsChange] = createMountedIds();
