import { useCallback, useEffect, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { endSession, loadOwnUser } from '#features/account/session-commands.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';

/** No response, or one from a proxy: neither concerns the session. */
const NOT_REACHED = new Set([0, 429, 502, 503, 504]);

/** The viewer's account, loaded when the settings are opened. A status other than 200 leads to the login page. */
export function useSettingsRecord() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const [failed, setFailed] = useState<string>();
  const [retrying, setRetrying] = useState(false);
  /** Returns the message to show if the server could not be reached. */
  const load = useCallback(async () => {
    const response = await dispatch(loadOwnUser());
    if (response.ok) return undefined;
    if (NOT_REACHED.has(response.status)) return response.message;
    // A 401 ends the session in the client, which also leads the member to the login page.
    if (response.status !== 401) dispatch(endSession('expired'));
    return undefined;
  }, [dispatch]);
  useEffect(() => void load().then(setFailed), [load]);
  const retry = async () => {
    setRetrying(true);
    setFailed(await load());
    setRetrying(false);
  };
  return { user, failed, retrying, retry: () => void retry() };
}
