/** The functions that the threads of `passwords.ts` run. */
import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordCost } from './password-cost.ts';

export const hashOne = ({ password, cost }: { password: string; cost: PasswordCost }): string =>
  hashSync(password, cost);

/** The hash itself contains its cost parameters. */
export const verifyOne = ({ hash, password }: { hash: string; password: string }): boolean =>
  verifySync(hash, password);
