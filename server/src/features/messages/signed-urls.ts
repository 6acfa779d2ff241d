/**
 * Addresses of message files. A browser sends no token with an image, so the address itself says for which member and
 * until when it holds, under an HMAC with a key of this installation. It changes every half hour only, so that a
 * browser keeps what it has loaded; it holds for an hour at least.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isId } from '@afterhours/contract/fields';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';

const SECRET = 'message-files';
const SECRET_BYTES = 32;
const STEP_SECONDS = 1_800;

type SignedUrl = { url: string; downloadUrl: string; urlExpiresAt: string };
export type SignUrl = (filename: string) => SignedUrl;

const secrets = new WeakMap<Kysely<Database>, Promise<Buffer>>();

async function findSecret(db: Kysely<Database>): Promise<Buffer | undefined> {
  const row = await db.selectFrom('server_secrets').select('secret').where('name', '=', SECRET).executeTakeFirst();
  return row?.secret;
}

/** Nearly always it is there, and then it is only read: a replica can do that. */
async function readSecret(db: Kysely<Database>): Promise<Buffer> {
  const found = await findSecret(db);
  if (found) return found;
  await db
    .insertInto('server_secrets')
    .values({ name: SECRET, secret: randomBytes(SECRET_BYTES) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await findSecret(db);
  if (!made) throw new Error('a secret that was stored is not there');
  return made;
}

/** The key, made by whichever server needs it first and the same for all of them. */
function loadSecret(db: Kysely<Database>): Promise<Buffer> {
  const held = secrets.get(db);
  if (held) return held;
  const reading = readSecret(db);
  secrets.set(db, reading);
  reading.catch(() => secrets.delete(db));
  return reading;
}

const signatureOf = (secret: Buffer, filename: string, userId: string, expires: number): string =>
  createHmac('sha256', secret).update(`${filename}\n${userId}\n${expires}`).digest('base64url');

/** What signs file names for one member. */
export async function loadSigner(db: Kysely<Database>, userId: string): Promise<SignUrl> {
  const secret = await loadSecret(db);
  const expires = (Math.floor(Date.now() / 1_000 / STEP_SECONDS) + 3) * STEP_SECONDS;
  const urlExpiresAt = new Date(expires * 1_000).toISOString();
  return (filename) => {
    const signature = signatureOf(secret, filename, userId, expires);
    const url = `/api/uploads/message/${filename}?m=${userId}&e=${expires}&s=${signature}`;
    return { url, downloadUrl: `${url}&download=1`, urlExpiresAt };
  };
}

/** For messages that have no files. */
export const noFiles: SignUrl = () => {
  throw new Error('a message without files has none to sign');
};

type Query = { m?: unknown; e?: unknown; s?: unknown };

/** The member an address was made for; throws a 403 when it was altered or holds no longer, a 404 when it is unsigned. */
export async function requireSigned(db: Kysely<Database>, filename: string, { m, e, s }: Query): Promise<string> {
  if (typeof m !== 'string' || typeof e !== 'string' || typeof s !== 'string') throw notFound();
  if (!isId(m) || !/^\d{1,12}$/.test(e)) throw new AppError(403);
  const [given, wanted] = [Buffer.from(s), Buffer.from(signatureOf(await loadSecret(db), filename, m, Number(e)))];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new AppError(403);
  if (Number(e) * 1_000 < Date.now()) throw new AppError(403, 'This link has expired. Please open the chat again.');
  return m;
}
