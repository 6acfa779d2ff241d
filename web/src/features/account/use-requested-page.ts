import { useLocation } from 'react-router';
import type { LoginState } from './pages/login-page.tsx';

/** Whether this is a path of this site. It is checked because another page may have written the history state. */
export const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

/** Returns the page that somebody requested before they had to sign in or join; undefined if there is none. */
export function useRequestedPage(): string | undefined {
  const from: unknown = (useLocation().state as LoginState)?.from;
  return isOwnPath(from) ? from : undefined;
}
