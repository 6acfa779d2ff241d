/** What a hash of a password costs: OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };
