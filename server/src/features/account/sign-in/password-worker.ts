/** What the threads of `passwords.ts` do. */
import { hashSync, verifySync } from '@node-rs/argon2';

// OWASP's parameters for Argon2id: 19 MiB, two passes, one lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashOne = ({ password }: { password: string }): string => hashSync(password, parameters);

export const verifyOne = ({ hash, password }: { hash: string; password: string }): boolean =>
  verifySync(hash, password);
