/**
 * The key pair by which push services identify this installation (VAPID). The first server that needs it creates it; it
 * is sealed, shared by all servers, and kept, because a new pair would end every subscription.
 */
import type { Kysely } from 'kysely';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/schema/schema.ts';
import { newId } from '#db/statements/id.ts';
import { makeVapidKeys, type Vapid } from '#platform/push/push-services.ts';
import { cellOf, pushPrivateKey } from '#platform/secrets/sealed-columns.ts';
import type { Services } from '#services.ts';

const known = new WeakMap<Kysely<Database>, Promise<Vapid>>();

/**
 * The contact for operators of push services: the site, or the sender address of its mails if the site is not public.
 */
function toSubject({ publicUrl, mail }: Config): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${/<([^<>]+)>/.exec(mail.from)?.[1] ?? mail.from}`;
}

const findPair = (db: Kysely<Database>) => db.selectFrom('push_keys').selectAll().executeTakeFirst();

async function makePair({ db, secrets }: Services) {
  const id = newId();
  const { publicKey, privateKey } = makeVapidKeys();
  await db
    .insertInto('push_keys')
    .values({ id, public_key: publicKey, private_key: secrets.seal(cellOf(pushPrivateKey, id), privateKey) })
    .onConflict((conflict) => conflict.column('only_one').doNothing())
    .execute();
  return findPair(db);
}

async function readKeys(services: Services): Promise<Vapid> {
  const { config, db, secrets } = services;
  const row = (await findPair(db)) ?? (await makePair(services));
  const privateKey = row && (await secrets.open(cellOf(pushPrivateKey, row.id), row.private_key));
  if (!row || !privateKey) throw new Error('the keys for notifications on devices cannot be opened');
  return { subject: toSubject(config), publicKey: row.public_key, privateKey };
}

/** Returns the key pair, which is loaded once per process. */
export function loadPushKeys(services: Services): Promise<Vapid> {
  const before = known.get(services.db);
  if (before) return before;
  const load = readKeys(services);
  known.set(services.db, load);
  load.catch(() => known.delete(services.db));
  return load;
}
