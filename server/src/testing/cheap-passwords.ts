/** Hashing is slow by design; in the processes of the tests it is cheap. Child processes run the product as it is. */
import { vi } from 'vitest';

vi.mock('#features/account/sign-in/password-cost.ts', () => ({
  passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
}));
