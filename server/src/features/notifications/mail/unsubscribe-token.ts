/**
 * The tokens in unsubscribe links: the member's id, and an HMAC of the member and the list with a key of this
 * installation. They contain no mail address, and do not expire, because mails are kept for years.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/schema.ts';
import { loadServerSecret } from '#db/server-secrets.ts';
import { bytesOfIds, ID_BYTES, idAt } from '#db/statements/id-bytes.ts';

const SECRET = 'unsubscribe';

/** What a link unsubscribes from: all mails about notifications, or only digests. */
const mailLists = ['notifications', 'digest'] as const;
type MailList = (typeof mailLists)[number];

const CODE_BYTES = 32;

/** `db` must not be a transaction, because the key has to outlive a rollback. */
async function codeOf(db: Kysely<Database>, id: Buffer, list: MailList): Promise<Buffer> {
  return createHmac('sha256', await loadServerSecret(db, SECRET))
    .update(`${list} `)
    .update(id)
    .digest();
}

export async function writeUnsubscribeToken(
  db: Kysely<Database>,
  userId: string,
  list: MailList = 'notifications',
): Promise<string> {
  const id = bytesOfIds([userId]);
  return Buffer.concat([id, await codeOf(db, id, list)]).toString('base64url');
}

/** Returns the member and the list, or null for a token that was not issued here. */
export async function readUnsubscribeToken(
  db: Kysely<Database>,
  token: string,
): Promise<{ userId: string; list: MailList } | null> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + CODE_BYTES || bytes.toString('base64url') !== token) return null;
  const id = bytes.subarray(0, ID_BYTES);
  for (const list of mailLists) {
    if (!timingSafeEqual(bytes.subarray(ID_BYTES), await codeOf(db, id, list))) continue;
    return { userId: idAt(bytes, 0), list };
  }
  return null;
}
