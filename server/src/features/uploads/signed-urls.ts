/**
 * Addresses of files that only some may see: those of messages, and evidence. A browser sends no token with an image,
 * so the address itself contains the member and the expiry, under an HMAC with a key of this installation. It changes
 * only every half hour, so that browsers can cache the file, and is valid for at least an hour.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '@afterhours/contract/constants/fields';
import { messageMessages } from '@afterhours/contract/constants/messages';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/schema.ts';
import { loadServerSecret } from '#db/server-secrets.ts';
import { AppError, notFound } from '#http/errors/errors.ts';

const SECRET = 'message-files';
const STEP_SECONDS = 1_800;

type SignedUrl = { url: string; downloadUrl: string; urlExpiresAt: string };
export type SignUrl = (filename: string, folder?: string) => SignedUrl;

const signatureOf = (secret: Buffer, filename: string, userId: string, expires: number): string =>
  createHmac('sha256', secret).update(`${filename}\n${userId}\n${expires}`).digest('base64url');

/** Returns a function that signs file names for one member. */
export async function loadSigner(db: Kysely<Database>, userId: string): Promise<SignUrl> {
  const secret = await loadServerSecret(db, SECRET);
  const expires = (Math.floor(Date.now() / 1_000 / STEP_SECONDS) + 3) * STEP_SECONDS;
  const urlExpiresAt = new Date(expires * 1_000).toISOString();
  return (filename, folder = 'message') => {
    const signature = signatureOf(secret, filename, userId, expires);
    const url = `/api/uploads/${folder}/${filename}?m=${userId}&e=${expires}&s=${signature}`;
    return { url, downloadUrl: `${url}&download=1`, urlExpiresAt };
  };
}

/** The signer of messages without files. */
export const noFiles: SignUrl = () => {
  throw new Error('a message without files must not sign a file address');
};

type Query = { m?: unknown; e?: unknown; s?: unknown };

/**
 * Returns the member for whom an address was signed. Throws a 403 if it was altered or has expired, and a 404 if it is
 * unsigned.
 */
export async function requireSigned(db: Kysely<Database>, filename: string, { m, e, s }: Query): Promise<string> {
  if (typeof m !== 'string' || typeof e !== 'string' || typeof s !== 'string') throw notFound();
  if (!isId(m) || !/^\d{1,12}$/.test(e)) throw new AppError(403);
  const [signature, expected] = [
    Buffer.from(s),
    Buffer.from(signatureOf(await loadServerSecret(db, SECRET), filename, m, Number(e))),
  ];
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw new AppError(403);
  if (Number(e) * 1_000 < Date.now()) throw new AppError(403, messageMessages.linkExpired);
  return m;
}
