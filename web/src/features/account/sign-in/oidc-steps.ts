/** Redirects to the community's identity provider and handles the return: to sign in, or to link an account. */
import type { finishOidc, linkOidc, startOidc as start, startOidcLink } from '@afterhours/contract/account/oidc';
import { type CallResult, call } from '#lib/api/client.ts';
import { parseStored, tabStorage } from '#lib/browser/storage.ts';
import type { AppThunk } from '#lib/store.ts';
import { startSession } from '../session-commands.ts';

/** Why this tab has left for the provider. The server identifies the attempt by the browser. */
type Errand = { kind: 'sign-in' | 'link'; from?: string };

const KEY = 'oidcErrand';

function takeErrand(): Errand {
  const errand = parseStored(tabStorage.get(KEY));
  tabStorage.remove(KEY);
  return typeof errand === 'object' && errand !== null && 'kind' in errand ? (errand as Errand) : { kind: 'sign-in' };
}

type Started = { address: string } | { problem: string };

function depart(response: CallResult<typeof start> | CallResult<typeof startOidcLink>, errand: Errand): Started {
  if (!response.ok) return { problem: response.message };
  tabStorage.set(KEY, JSON.stringify(errand));
  return { address: response.body.address };
}

/** Starts a sign-in. Returns the provider's address, or a problem. */
export async function startOidc(from: string | undefined): Promise<Started> {
  const response = await call<typeof start>('POST', '/socialLogin/oidc/start', { public: true });
  return depart(response, { kind: 'sign-in', ...(from ? { from } : {}) });
}

/** Starts linking an account. */
export const startLinking = () => call<typeof startOidcLink>('POST', '/identities/oidc/start');

/** Remembers that this tab has left to link an account. */
export const departToLink = (response: CallResult<typeof startOidcLink>): Started => depart(response, { kind: 'link' });

/** The result: a session or link, a challenge for the second step, or a problem. */
export type OidcArrival = { from?: string | undefined; linking: boolean } & (
  | { done: string }
  | { challenge: string }
  | { problem: string }
);

/** Sends the provider's response, which is the page's query, to the server. */
export function arriveFromOidc(query: string): AppThunk<Promise<OidcArrival>> {
  return async (dispatch) => {
    const { kind, from } = takeErrand();
    const body = { answer: query || '?' };
    if (kind === 'link') {
      const linked = await call<typeof linkOidc>('POST', '/identities/oidc', { body });
      return { linking: true, ...(linked.ok ? { done: linked.message } : { problem: linked.message }) };
    }
    const response = await call<typeof finishOidc>('POST', '/socialLogin/oidc', { body, public: true });
    if (!response.ok) return { linking: false, problem: response.message, from };
    if ('challenge' in response.body) return { linking: false, challenge: response.body.challenge, from };
    dispatch(startSession(response.body, from));
    return { linking: false, done: response.message, from };
  };
}
