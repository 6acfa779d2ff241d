/** Solves the challenge of a proof of work. Loaded only if the community requires one. */
import type { getChallenge } from '@afterhours/contract/community/proof-of-work';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { call } from '#lib/api/client.ts';

/**
 * Returns the proof for a new challenge, or null if none is required. Keys are derived off the main thread, so the page
 * stays usable. Throws if the challenge cannot be loaded or solved.
 */
export async function solveProof(): Promise<string | null> {
  const response = await call<typeof getChallenge>('GET', '/signup/challenge', { public: true });
  if (!response.ok) throw new Error(response.message);
  const challenge = response.body;
  if (challenge === null) return null;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge was not solved in time.');
  const { counter, derivedKey } = solution;
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
}
