import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { endAcknowledged, selectEndedBy, selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { endSession, loadOwnUser } from '#features/account/session-commands.ts';
import { reportMissingToken, watchSession } from '#lib/api/client.ts';
import { hasSessionLeftovers, readToken, readUser, watchOtherTabs } from '#lib/browser/session-storage.ts';
import { signedIn, useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { toLoginState } from '../routes/guards.tsx';

const texts = defineMessages('app.confirm', {
  enterCode: 'Enter the code',
});

/**
 * Offers the page for the code after a call that requires a confirmed address. While a dialog is open it offers
 * nothing, because the dialog would block the click and has the link in its form. The offer replaces the caller's own
 * toast.
 */
async function offerCode(message: string, onTake: () => void): Promise<void> {
  const { showOffer } = await import('#ui/toasts/offer-toast.tsx');
  setTimeout(() => {
    if (document.querySelector('dialog[open]')) return;
    showOffer({ id: message, message, label: t(texts.enterCode), onTake });
  });
}

/**
 * Keeps this tab in sync with the session: expired tokens, sign-ins in other tabs, the member's account on the server.
 */
function useSyncedSession() {
  const dispatch = useAppDispatch();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const navigate = useNavigate();
  useEffect(() => {
    const stopWatching = watchSession({
      lost: (how) => dispatch(endSession(how)),
      isSignedIn: () => dispatch((_, getState) => selectIsLoggedIn(getState())),
      keptOut: () => void dispatch(loadOwnUser()),
      unconfirmed: (message) => void offerCode(message, () => void navigate('/verify')).catch(reportError),
    });
    const stopListening = watchOtherTabs((present) => {
      const [token, user] = [readToken(), readUser()];
      if (!present) dispatch(endSession('logout'));
      else if (token && user) dispatch(signedIn({ token, user }));
    });
    return () => {
      stopWatching();
      stopListening();
    };
  }, [dispatch, navigate]);
  // A token can disappear without an event, for example when site data are cleared; the rest of the session is then
  // removed, too. This effect runs on every navigation and so detects it.
  useEffect(() => {
    if (!reportMissingToken() && !isLoggedIn && hasSessionLeftovers()) dispatch(endSession('missing'));
  });
  useEffect(() => {
    if (isLoggedIn) void dispatch(loadOwnUser());
  }, [dispatch, isLoggedIn]);
}

/** Leads away from public pages as well when a session has ended; guarded pages redirect by themselves. */
export function SessionWatch() {
  useSyncedSession();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const endedBy = useAppSelector(selectEndedBy);
  const location = useLocation();
  useEffect(() => {
    if (endedBy === null) return;
    const target = endedBy === 'expired' ? '/Login' : '/';
    if (location.pathname.toLowerCase() === target.toLowerCase()) dispatch(endAcknowledged());
    else if (endedBy !== 'expired') void navigate('/');
    else void navigate('/Login', { replace: true, state: toLoginState(location, endedBy) });
  }, [dispatch, navigate, endedBy, location]);
  return null;
}
