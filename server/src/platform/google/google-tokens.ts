/**
 * Verifies Google's ID tokens as OpenID Connect requires: signed with one of the keys published at `jwksUrl`, issued by
 * Google for this client, not expired. The keys are fetched when an unknown one is needed, and cached.
 */
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { type Claims, readClaims, readText } from '../oidc/claims.ts';

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const FETCH_TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 60;

export type GoogleIdentity = Claims & { subject: string; nonce: string | null };

/** The token was not issued by Google for this client, or has expired. */
class GoogleTokenError extends Error {}
/** Google's keys could not be fetched. */
export class GoogleUnreachableError extends Error {}

export type GoogleTokens = {
  /** Returns a token's identity. Throws GoogleTokenError or GoogleUnreachableError. */
  verify(token: string): Promise<GoogleIdentity>;
};

function toIdentity(payload: JWTPayload): GoogleIdentity {
  const claims = readClaims(payload);
  if (!payload.sub || claims.email === '') throw new GoogleTokenError('the token has no subject or email address');
  return { ...claims, subject: payload.sub, nonce: readText(payload['nonce']) || null };
}

/** True if the token itself is invalid; any other error means that the library could not fetch the keys. */
const isWrongToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC');

export function createGoogleTokens(settings: { clientId: string; jwksUrl: string }): GoogleTokens {
  const keys = createRemoteJWKSet(new URL(settings.jwksUrl), { timeoutDuration: FETCH_TIMEOUT_MS });
  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer: ISSUERS,
          audience: settings.clientId,
          algorithms: ['RS256'],
          requiredClaims: ['exp', 'iat'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        });
        return toIdentity(payload);
      } catch (error) {
        if (error instanceof GoogleTokenError) throw error;
        if (isWrongToken(error)) throw new GoogleTokenError('the token is invalid', { cause: error });
        throw new GoogleUnreachableError('the keys could not be read', { cause: error });
      }
    },
  };
}
