import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/**
 * Returns the code that an authenticator app shows for a secret, a number of steps from now. A code works only once, so
 * further codes must be from other steps.
 */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });
