import { useState } from 'react';

/** Whether loading has failed. Stays true while it is tried again, so that the button for that keeps the focus. */
export function useFailed(status: 'idle' | 'loading' | 'ready' | 'failed'): boolean {
  const [before, setBefore] = useState(false);
  const failed = status === 'failed' || (before && status === 'loading');
  if (failed !== before) setBefore(failed);
  return failed;
}
