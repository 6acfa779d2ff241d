import { hash, verify } from '@node-rs/argon2';

// OWASP's parameters for Argon2id: 19 MiB, two passes, one lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Returns the hash to store: Argon2id in PHC form. Takes about 15 ms of a worker thread. */
export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

let decoy: Promise<string> | undefined;

/** Whether the password matches the hash. Takes as long without a hash, so that the time reveals nothing. */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(hash ?? (await decoy), password);
  return matches && hash != null;
}
