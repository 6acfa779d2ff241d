/** Signing in at an OpenID provider: the code flow with PKCE, state and nonce. Discovery is read once it is needed. */
import { cleanText } from '@afterhours/contract/constants/fields';
import * as client from 'openid-client';
import type { OidcSettings } from '#oidc-settings.ts';

const TIMEOUT_SECONDS = 5;
/** Discovery is read again after this time: providers move their addresses. */
const FRESH_MS = 3_600_000;

export type OidcIdentity = {
  issuer: string;
  subject: string;
  /** Lower-cased; empty when the provider sends none. */
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
};

/** What has to be kept until the answer comes. */
export type OidcAttempt = { state: string; nonce: string; codeVerifier: string };

/** The answer is not one to this attempt, or not by this provider for this site. */
export class OidcRefusedError extends Error {}
/** The person has not agreed to it there. */
export class OidcDeniedError extends Error {}
/** The provider does not answer, or not in the form of the protocol. */
export class OidcUnreachableError extends Error {}

export type OidcProvider = {
  /** Throws OidcUnreachableError. */
  begin(): Promise<{ address: string; attempt: OidcAttempt }>;
  /** Returns whom the provider has identified. Throws OidcRefusedError, OidcDeniedError, OidcUnreachableError. */
  finish(answer: URLSearchParams, attempt: OidcAttempt): Promise<OidcIdentity>;
};

const text = (value: unknown): string => (typeof value === 'string' ? cleanText(value.slice(0, 400)) : '');

function toIdentity(issuer: string, subject: string, claims: Record<string, unknown>): OidcIdentity {
  const [first = '', ...rest] = text(claims['name']).split(/\s+/);
  return {
    issuer,
    subject,
    email: text(claims['email']).toLowerCase(),
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    firstName: text(claims['given_name']) || first,
    lastName: text(claims['family_name']) || rest.join(' '),
  };
}

/** Whether the provider could not be asked, as opposed to having answered something wrong. */
function isOutage(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) return true;
  const code = error instanceof client.ClientError ? error.code : undefined;
  if (code === 'OAUTH_TIMEOUT') return true;
  // An answer of another status or type than the protocol has, such as the page of a proxy.
  const status = error instanceof Error && error.cause instanceof Response ? error.cause.status : 0;
  return status >= 500;
}

function toError(error: unknown): Error {
  if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied')
    return new OidcDeniedError('the person did not agree', { cause: error });
  if (isOutage(error)) return new OidcUnreachableError('the provider does not answer', { cause: error });
  return new OidcRefusedError('the answer is not good', { cause: error });
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const server = new URL(issuer);
  const insecure = server.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  // Without the latter the library trusts an ID token for having come over TLS, and reads no signature.
  const execute = [...insecure, client.enableNonRepudiationChecks];
  const config = await client.discovery(server, clientId, clientSecret, undefined, {
    execute,
    timeout: TIMEOUT_SECONDS,
  });
  config.timeout = TIMEOUT_SECONDS;
  return config;
}

/** Returns a function that returns what was discovered, for an hour. Throws OidcUnreachableError. */
function keepDiscovery(settings: OidcSettings): () => Promise<client.Configuration> {
  let found: { at: number; config: Promise<client.Configuration> } | null = null;
  return () => {
    if (!found || Date.now() - found.at > FRESH_MS) {
      const config = discover(settings);
      found = { at: Date.now(), config };
      config.catch(() => {
        found = null;
      });
    }
    return found.config.catch((error: unknown) => {
      throw new OidcUnreachableError('the provider could not be discovered', { cause: error });
    });
  };
}

/** Exchanges the code of an answer for the identity. Throws what the library throws, and OidcRefusedError. */
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
  if (!claims?.sub) throw new OidcRefusedError('the token names nobody');
  // Many providers name the address there only.
  const more =
    claims['email'] === undefined && config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {};
  return toIdentity(claims.iss, claims.sub, { ...claims, ...more });
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
