import { parseUrl } from './parse-url.ts';

/**
 * Whether this is an absolute http(s) URL without user information. It has to have its two slashes: without them, a
 * browser looks for some of these addresses on the present site, and they do not count as links.
 */
export function isWebAddress(value: unknown): boolean {
  const parsed = typeof value === 'string' && /^https?:\/\//i.test(value) ? parseUrl(value) : null;
  return parsed !== null && parsed.hostname !== '' && parsed.username === '';
}
