/** What the threads of `passwords.ts` do. */
import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordCost } from './password-cost.ts';

export const hashOne = ({ password, cost }: { password: string; cost: PasswordCost }): string =>
  hashSync(password, cost);

/** The hash itself says what it costs. */
export const verifyOne = ({ hash, password }: { hash: string; password: string }): boolean =>
  verifySync(hash, password);
