/**
 * Codes of an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds, one step of tolerance either way) and
 * recovery codes. These have only 60 random bits, so they are hashed as slowly as passwords: nobody who has a copy of
 * the database can find them by trying.
 */
import { hash } from 'node:crypto';
import { RECOVERY_CODES } from '@afterhours/contract/account/two-factor';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { randomCode } from '#http/gate/tokens.ts';
import { hashSalted } from '../sign-in/passwords.ts';

const STEP_SECONDS = 30;
const GROUPS = 3;
const GROUP_LENGTH = 4;

const totp = (secret: string, account = '', issuer = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), label: account, issuer, period: STEP_SECONDS });

/** Returns a new base32 secret of 160 bits, as the RFC recommends. */
export const createSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns what the authenticator app scans: the otpauth URI, and its QR code as SVG text. */
export function describeSecret(secret: string, account: string, issuer: string): { uri: string; qrCode: string } {
  const uri = totp(secret, account, issuer).toString();
  return { uri, qrCode: renderSVG(uri, { ecc: 'M', border: 2 }) };
}

/** Returns the 30-second step of a code, or null if it matches no step around `now`. */
export function findStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totp(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, () => randomCode(GROUP_LENGTH)).join('-'),
  );

const plainCode = (code: string): string => code.replaceAll('-', '').toLowerCase();

/** Returns the stored hash of a recovery code; dashes are ignored. The member's id, which is random, is the salt. */
export const hashRecoveryCode = (userId: string, code: string): Promise<Buffer> => hashSalted(plainCode(code), userId);

/** Returns the hash that earlier versions stored. */
export const formerRecoveryHash = (userId: string, code: string): Buffer =>
  hash('sha256', `${userId}:${plainCode(code)}`, 'buffer');
