import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { endAcknowledged, selectEndedBy, selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { endSession, loadOwnUser } from '#features/account/session-commands.ts';
import { reportMissingToken, watchSession } from '#lib/api/client.ts';
import { hasSessionLeftovers, readToken, readUser, watchOtherTabs } from '#lib/browser/session-storage.ts';
import { signedIn, useAppDispatch, useAppSelector } from '#lib/store.ts';
import { toLoginState } from './guards.tsx';

/**
 * Offers the way to the code that a refused call waits for. Not below an open dialog, which would keep the press away: its
 * form shows the way itself. Comes after what the caller says of the refusal, and takes its place.
 */
async function offerCode(message: string, onTake: () => void): Promise<void> {
  const { showOffer } = await import('#ui/feedback/offer-toast.tsx');
  setTimeout(() => {
    if (document.querySelector('dialog[open]')) return;
    showOffer({ id: message, message, label: 'Enter the code', onTake });
  });
}

/** Keeps this tab true to the session: a dead token, another tab, the member's record as the server has it now. */
function useSessionTruth() {
  const dispatch = useAppDispatch();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const navigate = useNavigate();
  useEffect(() => {
    const stopWatching = watchSession({
      lost: (how) => dispatch(endSession(how)),
      isSignedIn: () => dispatch((_, getState) => selectIsLoggedIn(getState())),
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
  // A token can go without a word, as when the data of the site are cleared: then also what else is kept is of nobody.
  // Looked at with every page, which draws this anew.
  useEffect(() => {
    if (!reportMissingToken() && !isLoggedIn && hasSessionLeftovers()) dispatch(endSession('missing'));
  });
  useEffect(() => {
    if (isLoggedIn) void dispatch(loadOwnUser());
  }, [dispatch, isLoggedIn]);
}

/** Leads away from public pages too when a session has ended there; guarded ones have led away by themselves. */
export function SessionWatch() {
  useSessionTruth();
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
