/** The functions that the threads of `passwords.ts` run. */
import { hashRawSync, hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordCost } from './password-cost.ts';

export const hashOne = ({ password, cost }: { password: string; cost: PasswordCost }): string =>
  hashSync(password, cost);

export const hashSalted = ({ secret, salt, cost }: { secret: string; salt: string; cost: PasswordCost }): string =>
  hashRawSync(secret, { ...cost, salt: Buffer.from(salt) }).toString('base64url');

/** The hash itself contains its cost parameters. */
export const verifyOne = ({ hash, password }: { hash: string; password: string }): boolean =>
  verifySync(hash, password);
