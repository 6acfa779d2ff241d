/** The cost of a password hash: OWASP's parameters for Argon2id, which are 19 MiB, two passes, one lane. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };
