/**
 * Verifies Google's ID tokens as OpenID Connect requires: signed with one of the keys published at `jwksUrl`, issued by
 * Google for this client, not expired. The keys are fetched when an unknown one is needed, and cached.
 */
import { cleanText } from '@afterhours/contract/constants/fields';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const FETCH_TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 60;

export type GoogleIdentity = {
  subject: string;
  /** Lower-cased. */
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  nonce: string | null;
};

/** The token was not issued by Google for this client, or has expired. */
class GoogleTokenError extends Error {}
/** Google's keys could not be fetched. */
export class GoogleUnreachableError extends Error {}

export type GoogleTokens = {
  /** Returns a token's identity. Throws GoogleTokenError or GoogleUnreachableError. */
  verify(token: string): Promise<GoogleIdentity>;
};

const text = (value: unknown): string => (typeof value === 'string' ? cleanText(value.slice(0, 400)) : '');

function toIdentity(payload: JWTPayload): GoogleIdentity {
  const email = text(payload.email).toLowerCase();
  if (!payload.sub || email === '') throw new GoogleTokenError('the token has no subject or email address');
  const [first = '', ...rest] = text(payload.name).split(/\s+/);
  return {
    subject: payload.sub,
    email,
    emailVerified: payload.email_verified === true || payload.email_verified === 'true',
    firstName: text(payload.given_name) || first,
    lastName: text(payload.family_name) || rest.join(' '),
    nonce: text(payload.nonce) || null,
  };
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
