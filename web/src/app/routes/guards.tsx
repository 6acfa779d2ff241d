/** Guards of routes: who may see a page, and where everybody else is led. */

import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { Navigate, type Path, useLocation } from 'react-router';
import {
  selectEndedBy,
  selectGoTo,
  selectIsLoggedIn,
  selectNeedsDetails,
  selectSanction,
  selectWaiting,
} from '#features/account/auth-slice.ts';
import type { LoginState } from '#features/account/pages/login-page.tsx';
import { type SessionEnd, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';

const texts = defineMessages('app.session', {
  ended: 'Your session has ended. Please sign in again.',
});

/** The state for the login page: the page to open afterwards, and a notice when a session has ended. */
export function toLoginState({ pathname, search, hash }: Path, endedBy: SessionEnd | null): LoginState {
  return { from: `${pathname}${search}${hash}`, ...(endedBy === 'expired' ? { notice: t(texts.ended) } : {}) };
}

/** Whether this is a path of this site: the state in the history may come from another page. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

/**
 * Leads members who came by Google to the form for what Google does not know, those whom a decision keeps out to that
 * decision, and those who asked to join to the page for them.
 */
export function DetailsFirst({ children }: { children: ReactNode }) {
  const needed = useAppSelector(selectNeedsDetails);
  const keptOut = useAppSelector(selectSanction) !== null;
  const waiting = useAppSelector(selectWaiting) !== null;
  const { pathname, search, hash } = useLocation();
  const state: LoginState = { from: `${pathname}${search}${hash}` };
  if (keptOut) return <Navigate to="/suspended" replace state={state} />;
  if (waiting) return <Navigate to="/waiting" replace state={state} />;
  return needed ? <Navigate to="/welcome" replace state={state} /> : children;
}

/** Shows a page only to members who have to be there; others are led to the page that they wanted, or to the feed. */
function OnlyWhile({ needed, children }: { needed: boolean; children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const from = (useLocation().state as LoginState)?.from;
  if (needed) return children;
  if (!signedIn) return <Navigate to="/" replace />;
  return <Navigate to={isOwnPath(from) ? from : '/home'} replace />;
}

/** The page with the decision, for members whom one keeps out. */
export const KeptOutOnly = ({ children }: { children: ReactNode }) => (
  <OnlyWhile needed={useAppSelector(selectSanction) !== null}>{children}</OnlyWhile>
);

/** The page for those whose request to join has not been decided. */
export const WaitingOnly = ({ children }: { children: ReactNode }) => (
  <OnlyWhile needed={useAppSelector(selectWaiting) !== null}>{children}</OnlyWhile>
);

/** The page for the details of members who have to give them. */
export const DetailsOnly = ({ children }: { children: ReactNode }) => (
  <OnlyWhile needed={useAppSelector(selectNeedsDetails)}>{children}</OnlyWhile>
);

/**
 * Members only. Guests are led to `otherwise`, members whose session has expired to the login page, and members who
 * have signed out to the landing page.
 */
export function MembersOnly({ otherwise, children }: { otherwise: '/' | '/Login'; children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const endedBy = useAppSelector(selectEndedBy);
  const location = useLocation();
  if (signedIn) return <DetailsFirst>{children}</DetailsFirst>;
  const to = endedBy === 'expired' ? '/Login' : endedBy === null ? otherwise : '/';
  const state = to === '/Login' ? toLoginState(location, endedBy) : null;
  return <Navigate to={to} replace state={state} />;
}

/** Guests only; members are led to the page that they wanted, or to the feed. */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const goTo = useAppSelector(selectGoTo);
  const from = (useLocation().state as LoginState)?.from;
  if (!signedIn) return children;
  return <Navigate to={isOwnPath(goTo) ? goTo : isOwnPath(from) ? from : '/home'} replace />;
}
