import { showError } from '../notify.ts';
import type { CallFailure } from './client.ts';

/** Shows a failure in a toast and returns it; a 401 leads to the login page instead. */
export function showFailure(failed: CallFailure): CallFailure {
  if (failed.status !== 401) showError(failed.message);
  return failed;
}
