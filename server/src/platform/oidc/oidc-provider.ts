/**
 * Sign-in at an OpenID provider: the code flow with PKCE, state and nonce. Discovery happens when it is first needed.
 */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import * as client from 'openid-client';
import type { OidcSettings } from '#config/oidc-settings.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { type Claims, readClaims } from './claims.ts';

const TIMEOUT_SECONDS = 5;
/** Discovery is repeated after this time, because providers may change their addresses. */
const FRESH_MS = HOUR_MS;

/** The longest subject that the specification allows. */
const MAX_SUBJECT = 255;

export type OidcIdentity = Claims & { issuer: string; subject: string };

/** What must be stored until the provider responds. */
export type OidcAttempt = { state: string; nonce: string; codeVerifier: string };

/** The response does not belong to this attempt, or does not come from this provider for this site. */
class OidcRefusedError extends Error {}
/** The person declined the sign-in at the provider. */
export class OidcDeniedError extends Error {}
/** The provider does not respond, or not according to the protocol. */
export class OidcUnreachableError extends Error {}

export type OidcProvider = {
  /** Starts a sign-in; `address` is where to send the browser. Throws OidcUnreachableError. */
  begin(): Promise<{ address: string; attempt: OidcAttempt }>;
  /**
   * Returns the person whom the provider has identified. Throws OidcRefusedError, OidcDeniedError or
   * OidcUnreachableError.
   */
  finish(answer: URLSearchParams, attempt: OidcAttempt): Promise<OidcIdentity>;
};

/** Returns true if the provider could not be reached, as opposed to having sent a wrong response. */
function isOutage(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) return true;
  const code = error instanceof client.ClientError ? error.code : undefined;
  if (code === 'OAUTH_TIMEOUT') return true;
  // The status or type of the response does not belong to the protocol, such as a proxy's error page.
  const status = error instanceof Error && error.cause instanceof Response ? error.cause.status : 0;
  return status >= 500;
}

function toError(error: unknown): Error {
  if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied')
    return new OidcDeniedError('the person declined the sign-in', { cause: error });
  if (isOutage(error)) return new OidcUnreachableError('the provider does not respond', { cause: error });
  return new OidcRefusedError('the response is invalid', { cause: error });
}

const isInsecure = ({ issuer }: OidcSettings): boolean => new URL(issuer).protocol === 'http:';

async function discover(settings: OidcSettings): Promise<client.ServerMetadata> {
  const { issuer, clientId, clientSecret } = settings;
  const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute: isInsecure(settings) ? [client.allowInsecureRequests] : [],
    timeout: TIMEOUT_SECONDS,
    [client.customFetch]: boundedFetch,
  });
  return config.serverMetadata();
}

/**
 * Returns the configuration for one sign-in. The library keeps the provider's keys with a configuration, and would
 * reject tokens that are signed with a new key for a minute.
 */
function configure(settings: OidcSettings, metadata: client.ServerMetadata): client.Configuration {
  const config = new client.Configuration(metadata, settings.clientId, settings.clientSecret);
  if (isInsecure(settings)) client.allowInsecureRequests(config);
  // Without this, the library trusts an ID token because it arrived over TLS, and does not verify its signature.
  client.enableNonRepudiationChecks(config);
  config[client.customFetch] = boundedFetch;
  config.timeout = TIMEOUT_SECONDS;
  return config;
}

/** Returns a function that runs the discovery and caches its result for an hour. Throws OidcUnreachableError. */
function keepDiscovery(settings: OidcSettings): () => Promise<client.Configuration> {
  let found: { at: number; metadata: Promise<client.ServerMetadata> } | null = null;
  return async () => {
    if (!found || Date.now() - found.at > FRESH_MS) {
      const metadata = discover(settings);
      found = { at: Date.now(), metadata };
      metadata.catch(() => {
        found = null;
      });
    }
    const metadata = await found.metadata.catch((error: unknown) => {
      throw new OidcUnreachableError('the provider could not be discovered', { cause: error });
    });
    return configure(settings, metadata);
  };
}

/** The database cannot store NUL, and would store all halves of characters as the same one. */
const isSubject = (sub: string | undefined): sub is string =>
  sub !== undefined && sub !== '' && sub.length <= MAX_SUBJECT && !sub.includes('\0') && sub.isWellFormed();

/** Exchanges the code in a response for the identity. Throws the library's errors and OidcRefusedError. */
async function exchange(
  config: client.Configuration,
  returned: URL,
  { state, nonce, codeVerifier }: OidcAttempt,
): Promise<OidcIdentity> {
  const tokens = await client.authorizationCodeGrant(config, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!isSubject(claims?.sub)) throw new OidcRefusedError('the token has no valid subject');
  // The library checks this only in a token for several clients.
  if (claims.azp !== undefined && claims.azp !== config.clientMetadata().client_id)
    throw new OidcRefusedError('the token was issued to another client');
  // Many providers send the address only from the userinfo endpoint.
  const more =
    claims['email'] === undefined && config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {};
  return { issuer: claims.iss, subject: claims.sub, ...readClaims({ ...claims, ...more }) };
}

/** `returnTo` is the page to which the provider sends the browser back. */
export function createOidcProvider(settings: OidcSettings, returnTo: string): OidcProvider {
  const configuration = keepDiscovery(settings);
  return {
    async begin() {
      const config = await configuration();
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: returnTo,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, attempt };
    },

    async finish(answer, attempt) {
      const config = await configuration();
      const returned = new URL(returnTo);
      returned.search = answer.toString();
      return exchange(config, returned, attempt).catch((error: unknown) => {
        throw error instanceof OidcRefusedError ? error : toError(error);
      });
    },
  };
}
