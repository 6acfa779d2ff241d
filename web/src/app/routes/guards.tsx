/** Route guards: who may see a page, and where everyone else is redirected. */
import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { Navigate, type Path, useLocation } from 'react-router';
import { selectEndedBy, selectGoTo, selectIsLoggedIn, selectOnlyPage } from '#features/account/auth-slice.ts';
import type { LoginState } from '#features/account/pages/login-page.tsx';
import { isOwnPath, useRequestedPage } from '#features/account/use-requested-page.ts';
import { type SessionEnd, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';

const texts = defineMessages('app.session', {
  ended: 'Your session has ended. Please sign in again.',
});

/** Returns the login page's state: the page to open afterwards, and a notice if the session has ended. */
export function toLoginState({ pathname, search, hash }: Path, endedBy: SessionEnd | null): LoginState {
  return { from: `${pathname}${search}${hash}`, ...(endedBy === 'expired' ? { notice: t(texts.ended) } : {}) };
}

/**
 * Redirects members who must do something first: those who signed up with Google to the form for missing details, those
 * whom a decision keeps out to that decision, and those who have asked to join to the waiting page.
 */
export function RequiredPageFirst({ children }: { children: ReactNode }) {
  const only = useAppSelector(selectOnlyPage);
  const { pathname, search, hash } = useLocation();
  const state: LoginState = { from: `${pathname}${search}${hash}` };
  return only ? <Navigate to={only} replace state={state} /> : children;
}

/** Shows a page only to members who must be there; others are redirected to the page they requested, or to the feed. */
export function OnlyAt({ page, children }: { page: string; children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const only = useAppSelector(selectOnlyPage);
  const from = useRequestedPage();
  if (only === page) return children;
  if (!signedIn) return <Navigate to="/" replace />;
  return <Navigate to={from ?? '/home'} replace />;
}

/**
 * For members only. Guests are redirected to `otherwise`, members whose session has expired to the login page, and
 * members who have signed out to the landing page.
 */
export function MembersOnly({ otherwise, children }: { otherwise: '/' | '/Login'; children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const endedBy = useAppSelector(selectEndedBy);
  const location = useLocation();
  if (signedIn) return <RequiredPageFirst>{children}</RequiredPageFirst>;
  const to = endedBy === 'expired' ? '/Login' : endedBy === null ? otherwise : '/';
  const state = to === '/Login' ? toLoginState(location, endedBy) : null;
  return <Navigate to={to} replace state={state} />;
}

/** Returns the list for guests that corresponds to the filter of the feed; null if there is none. */
function findGuestList(search: URLSearchParams): string | null {
  const tag = search.get('hashtag')?.split(',')[0];
  if (tag) return `/tags/${encodeURIComponent(tag)}`;
  return search.get('type') === 'job' ? '/jobs' : null;
}

/** The feed is for members. Guests who follow a link to its jobs or to a hashtag in it are redirected to their list. */
export function FeedGuard({ children }: { children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const endedBy = useAppSelector(selectEndedBy);
  const list = findGuestList(new URLSearchParams(useLocation().search));
  if (!signedIn && endedBy === null && list) return <Navigate to={list} replace />;
  return <MembersOnly otherwise="/">{children}</MembersOnly>;
}

/**
 * For guests only; members are redirected to the page they requested, or to the feed. New members confirm their address
 * first, and can then continue to that page.
 */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const goTo = useAppSelector(selectGoTo);
  const from = useRequestedPage();
  if (!signedIn) return children;
  const state: LoginState = from === undefined ? null : { from };
  return isOwnPath(goTo) ? <Navigate to={goTo} replace state={state} /> : <Navigate to={from ?? '/home'} replace />;
}
