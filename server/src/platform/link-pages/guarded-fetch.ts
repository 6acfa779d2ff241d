/**
 * Requests to addresses that strangers have named. Each hop of a redirect is an address of its own and is checked
 * again: its form by `toCardAddress`, and what its name resolves to when the connection is opened, so that the name
 * cannot resolve to another address in between.
 */
import { safeFetchWrap } from '@atproto-labs/fetch-node';
import { toCardAddress, toSecureAddress } from './card-address.ts';

const MAX_REDIRECTS = 3;
const USER_AGENT = 'AfterhoursLinkCards/1.0 (preview of a shared link)';

export type Limits = {
  /** The hosts of this installation, which are never fetched. */
  ownHosts: readonly string[];
  /** For tests only: origins that receive the requests to these hosts, without a check. No setting leads here. */
  hostOverrides: Readonly<Record<string, string>>;
};

const guardedFetch = safeFetchWrap({
  allowHttp: true,
  allowCustomPort: false,
  allowIpHost: false,
  allowPrivateIps: false,
  allowData: false,
  allowImplicitRedirect: false,
  // Which sites may be shown is up to the community's filters.
  forbiddenDomainNames: [],
  // The callers count the bytes that they read, and stop earlier.
  responseMaxSize: Number.MAX_SAFE_INTEGER,
});

type Outgoing = {
  method?: 'POST';
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
};

function send(address: string, request: Outgoing, { hostOverrides }: Limits): Promise<Response> {
  const options = { ...request, redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;
  const url = new URL(address);
  const override = hostOverrides[url.host];
  return override === undefined
    ? guardedFetch(address, options)
    : fetch(new URL(url.pathname + url.search, override), options);
}

const isRedirect = ({ status }: Response): boolean => [301, 302, 303, 307, 308].includes(status);

/**
 * Returns the first response that is not a redirect, after at most three redirects; null if one of the addresses must
 * not be fetched, or after more redirects. Adds each requested address to `hops`. Throws if one is unreachable.
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
    const response = await send(next, { headers, signal }, limits);
    if (!isRedirect(response)) return response;
    const location = response.headers.get('location');
    await response.body?.cancel();
    const target = location === null ? null : URL.parse(location, next);
    next = target && toCardAddress(target.href, limits.ownHosts);
  }
  return null;
}

/**
 * Sends a body to an address, over https only, and follows no redirect. Returns null if the address must not be
 * fetched. Throws if it is unreachable.
 */
export async function post(
  address: string,
  request: { headers: Record<string, string>; body: Uint8Array<ArrayBuffer>; signal: AbortSignal },
  limits: Limits,
): Promise<Response | null> {
  const allowed = toSecureAddress(address, limits.ownHosts);
  return allowed === null ? null : send(allowed, { method: 'POST', ...request }, limits);
}
