import { useCallback, useEffect, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { endSession, loadOwnUser } from '#features/account/session-commands.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';

/** Nobody answered, or only somebody in between: this says nothing about the session. */
const NOT_REACHED = new Set([0, 429, 502, 503, 504]);

/** My record, read when the settings are opened. An answer other than 200 leads to the login page. */
export function useSettingsRecord() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const [failed, setFailed] = useState<string>();
  const [retrying, setRetrying] = useState(false);
  /** Answers what to say when nobody could be reached. */
  const read = useCallback(async () => {
    const answer = await dispatch(loadOwnUser());
    if (answer.ok) return undefined;
    if (NOT_REACHED.has(answer.status)) return answer.message;
    // A 401 has ended the session by itself, and knows where the member goes.
    if (answer.status !== 401) dispatch(endSession('expired'));
    return undefined;
  }, [dispatch]);
  useEffect(() => void read().then(setFailed), [read]);
  const retry = async () => {
    setRetrying(true);
    setFailed(await read());
    setRetrying(false);
  };
  return { user, failed, retrying, retry: () => void retry() };
}
