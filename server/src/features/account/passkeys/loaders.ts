import type { PasskeyAnswer } from '@afterhours/contract/account/passkeys';
import type { Db } from '#db/connection/pool.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { type ClientInfo, notifyByMail } from '../loaders.ts';
import { storeUse } from './queries.ts';
import { type Proven, verifyAssertion } from './verify.ts';

/** True if the counter has not grown: the key may have been copied, or the authenticator was reset. */
const fellBack = (before: number, now: number): boolean => (before > 0 || now > 0) && now <= before;

/**
 * Stores the use of a passkey, and warns its member if the counter has fallen back. Throws a 401 if the passkey was
 * removed in the meantime.
 */
export async function storePasskeyUse(
  services: Services,
  db: Db,
  { credential, counter, backedUp }: Proven,
  client: ClientInfo,
): Promise<void> {
  const { id, user_id: userId } = credential;
  if (!(await storeUse(db, id, { counter, backedUp }))) throw new AppError(401);
  if (!fellBack(Number(credential.counter), counter)) return;
  services.security.record('passkey-counter', { memberId: userId, address: client.address });
  await notifyByMail(services, db, userId, { kind: 'passkey-copied', client });
}

/** Verifies a signed-in member's passkey. Returns its id; throws PasskeyError. */
export async function provePasskey(
  services: Services,
  userId: string,
  answer: PasskeyAnswer,
  client: ClientInfo,
): Promise<string> {
  const proven = await verifyAssertion(services, answer, userId);
  await storePasskeyUse(services, services.db, proven, client);
  return proven.credential.id;
}
