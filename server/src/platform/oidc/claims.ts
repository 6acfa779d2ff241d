import { cleanText } from '@afterhours/contract/constants/fields';

/** What OpenID Connect's standard claims say about a person. `email` is lower-cased, and empty if there is none. */
export type Claims = { email: string; emailVerified: boolean; firstName: string; lastName: string };

/** Returns a claim as text, without control characters; empty if it is missing or no text. */
export const readText = (claim: unknown): string => (typeof claim === 'string' ? cleanText(claim.slice(0, 400)) : '');

/** An address that differs once it is cleaned is not the one that the provider has verified. */
function readAddress(claim: unknown): string {
  const text = readText(claim);
  return text === claim ? text.toLowerCase() : '';
}

export function readClaims(claims: Record<string, unknown>): Claims {
  const [first = '', ...rest] = readText(claims['name']).split(/\s+/);
  return {
    email: readAddress(claims['email']),
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    firstName: readText(claims['given_name']) || first,
    lastName: readText(claims['family_name']) || rest.join(' '),
  };
}
