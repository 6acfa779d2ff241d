import type { CallFailure } from '#lib/api/client.ts';
import { showError } from '#lib/notify.ts';

/** Shows a failure in a toast, in addition to the form's own message; a 401 leads to the login page instead. */
export function showFailure(failed: CallFailure): CallFailure {
  if (failed.status !== 401) showError(failed.message);
  return failed;
}
