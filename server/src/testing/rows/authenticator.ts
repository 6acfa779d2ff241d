import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/**
 * Returns the code of an authenticator app for a secret, some steps from now: a code works once, so further ones have
 * to be of other steps.
 */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });
