/**
 * Requests to addresses that strangers have named. Each hop of a redirect is an address of its own and checked again:
 * its form by `toCardAddress`, and what its name resolves to when the connection is made, so that a name cannot resolve
 * to another address in between.
 */
import { safeFetchWrap } from '@atproto-labs/fetch-node';
import { toCardAddress, toSecureAddress } from './card-address.ts';

const MAX_REDIRECTS = 3;
const USER_AGENT = 'AfterhoursLinkCards/1.0 (preview of a shared link)';

export type Limits = {
  /** The hosts of this installation, which are not asked. */
  ownHosts: readonly string[];
  /** For tests: origins that are asked in place of these hosts, without a check. No setting leads here. */
  standIns: Readonly<Record<string, string>>;
};

const guardedFetch = safeFetchWrap({
  allowHttp: true,
  allowCustomPort: false,
  allowIpHost: false,
  allowPrivateIps: false,
  allowData: false,
  allowImplicitRedirect: false,
  // Which sites are shown is for the filters of a community to say.
  forbiddenDomainNames: [],
  // The callers count what they read, and read less.
  responseMaxSize: Number.MAX_SAFE_INTEGER,
});

type Asked = { method?: 'POST'; headers: Record<string, string>; body?: Uint8Array<ArrayBuffer>; signal: AbortSignal };

function ask(address: string, asked: Asked, { standIns }: Limits): Promise<Response> {
  const options = { ...asked, redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;
  const url = new URL(address);
  const standIn = standIns[url.host];
  return standIn === undefined
    ? guardedFetch(address, options)
    : fetch(new URL(url.pathname + url.search, standIn), options);
}

const isRedirect = ({ status }: Response): boolean => [301, 302, 303, 307, 308].includes(status);

/**
 * Returns the response that is not a redirect, after at most three of them; null when one of the addresses may not be
 * asked. Adds each address that is asked to `hops`. Throws when one is not reached.
 */
export async function reach(
  address: string,
  { accept, hops = [], signal }: { accept: string; hops?: string[]; signal: AbortSignal },
  limits: Limits,
): Promise<Response | null> {
  const headers = { accept, 'accept-language': 'en, *;q=0.5', 'user-agent': USER_AGENT };
  let next: string | null = toCardAddress(address, limits.ownHosts);
  for (let hop = 0; next !== null && hop <= MAX_REDIRECTS; hop++) {
    hops.push(next);
    const response = await ask(next, { headers, signal }, limits);
    if (!isRedirect(response)) return response;
    const location = response.headers.get('location');
    await response.body?.cancel();
    const target = location === null ? null : URL.parse(location, next);
    next = target && toCardAddress(target.href, limits.ownHosts);
  }
  return null;
}

/**
 * Sends a body to an address, by https only, and follows no redirect. Returns null when the address may not be asked.
 * Throws when it is not reached.
 */
export async function post(
  address: string,
  asked: { headers: Record<string, string>; body: Uint8Array<ArrayBuffer>; signal: AbortSignal },
  limits: Limits,
): Promise<Response | null> {
  const allowed = toSecureAddress(address, limits.ownHosts);
  return allowed === null ? null : ask(allowed, { method: 'POST', ...asked }, limits);
}
