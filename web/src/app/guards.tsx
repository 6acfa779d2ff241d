/** Who may see a route, and where everybody else goes. */
import type { ReactNode } from 'react';
import { Navigate, type Path, useLocation } from 'react-router';
import { selectEndedBy, selectGoTo, selectIsLoggedIn, selectNeedsDetails } from '#features/account/auth-slice.ts';
import type { LoginState } from '#features/account/pages/login-page.tsx';
import { type SessionEnd, useAppSelector } from '#lib/store.ts';

const sessionEnded = 'Your session has ended. Please sign in again.';

/** What the login page is told: where to go on to, and that a session has ended. */
export function toLoginState({ pathname, search, hash }: Path, endedBy: SessionEnd | null): LoginState {
  return { from: `${pathname}${search}${hash}`, ...(endedBy === 'expired' ? { notice: sessionEnded } : {}) };
}

/** A path of this site only; what another page left in the history leads nowhere else. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

/** Who came by Google says first what Google does not know. */
export function DetailsFirst({ children }: { children: ReactNode }) {
  const needed = useAppSelector(selectNeedsDetails);
  const { pathname, search, hash } = useLocation();
  const state: LoginState = { from: `${pathname}${search}${hash}` };
  return needed ? <Navigate to="/welcome" replace state={state} /> : children;
}

/** The page of those details: for those whom it asks for them. */
export function DetailsOnly({ children }: { children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const needed = useAppSelector(selectNeedsDetails);
  const from = (useLocation().state as LoginState)?.from;
  if (needed) return children;
  if (!signedIn) return <Navigate to="/" replace />;
  return <Navigate to={isOwnPath(from) ? from : '/home'} replace />;
}

/** Members only. Guests go to `otherwise`; whose session has just died goes to sign in, who signed out to the landing page. */
export function MembersOnly({ otherwise, children }: { otherwise: '/' | '/Login'; children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const endedBy = useAppSelector(selectEndedBy);
  const location = useLocation();
  if (signedIn) return <DetailsFirst>{children}</DetailsFirst>;
  const to = endedBy === 'expired' ? '/Login' : endedBy === null ? otherwise : '/';
  const state = to === '/Login' ? toLoginState(location, endedBy) : null;
  return <Navigate to={to} replace state={state} />;
}

/** Guests only; members go on to where they wanted, or to the feed. */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const goTo = useAppSelector(selectGoTo);
  const from = (useLocation().state as LoginState)?.from;
  if (!signedIn) return children;
  return <Navigate to={isOwnPath(goTo) ? goTo : isOwnPath(from) ? from : '/home'} replace />;
}
