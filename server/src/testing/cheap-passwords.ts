/** Hashing is slow by design, so it is cheap in the test processes. Child processes run the product unchanged. */
import { vi } from 'vitest';

vi.mock('#features/account/sign-in/password-cost.ts', () => ({
  passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
}));
