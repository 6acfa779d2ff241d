/**
 * Proof of work: where the owners require it, the device of somebody who signs up computes for about half a second.
 * That is nothing for a person, but expensive for anybody who creates thousands of accounts.
 */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';

/** A challenge has to be solved and used within this many minutes. */
export const PROOF_MINUTES = 10;
const MAX_PROOF = 2_000;

export const proofMessages = defineMessages('proofOfWork', {
  needed: 'This community asks for a proof of work: the solution of a challenge. Please reload the page and try again.',
  late: 'The proof of work has expired or was used before. Please try again.',
  wrong: 'The proof of work is wrong. Please try again.',
});

/** The challenge with its solution, as JSON in base64. */
export const proof = z
  .string(issueText(proofMessages.wrong))
  .check(bounded(MAX_PROOF, issueText(proofMessages.wrong)), z.regex(/^[\w+/=-]+$/, issueText(proofMessages.wrong)));

/** A challenge as altcha-lib creates it. Times are in seconds since 1970, bytes are hexadecimal. */
export const challenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string(),
    salt: z.string(),
    /** The number of PBKDF2 iterations. */
    cost: z.int(),
    /** The length of the derived key in bytes. */
    keyLength: z.int(),
    /** The prefix of the key that is derived from the right counter. */
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.int(),
  }),
  signature: z.string(),
});
export type Challenge = z.infer<typeof challenge>;

export const getChallenge = route({
  method: 'GET',
  path: '/signup/challenge',
  summary: 'A challenge whose solution /signup requires as `proof`; null if it requires none',
  access: 'public',
  cost: 'write',
  response: z.nullable(challenge),
});
