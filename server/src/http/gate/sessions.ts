/**
 * Caches the sessions in use, so that a call need not query the database for its caller. A database notification drops
 * an entry on every server as soon as its session ends or changes. While none arrive, every call queries the database.
 */
import { SESSION_DAYS, SESSION_LIFE_DAYS } from '@afterhours/contract/account/account';
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { isUnreachable } from '#db/connection/unreachable.ts';
import type { DbNotifications } from '#db/db-notifications.ts';
import type { Database } from '#db/schema/schema.ts';
import { prepare } from '#db/statements/prepared.ts';
import { relyingPartyOf } from '#platform/relying-party.ts';
import type { Session } from './session.ts';
import { hashToken } from './tokens.ts';

/** After this time an entry is loaded again, which also records that the session is in use. */
const FRESH_MS = 600_000;
const MAX_CACHED = 20_000;
const TOUCH_AFTER_MS = HOUR_MS;

export type Sessions = {
  /** Returns the cached session for a token, without a query. */
  cached(token: string): Session | null;
  /** Returns the live session for a token, or null. */
  find(token: string): Promise<Session | null>;
  /** Queries which of these sessions must not have sockets any more, and why. */
  listRevoked(sessionIds: readonly string[]): Promise<RevokedSession[]>;
  /** Drops an ended session: the next call queries the database. */
  drop(sessionId: string): void;
  /**
   * Drops all sessions of a member after a change to anything that sessions contain. Database notifications inform all
   * servers, including this one, but this one possibly only after the member's next call.
   */
  dropOf(userId: string): void;
  /** Calls `handler` for each session that ends, or whose member is suspended or banned, on any server. */
  onRevoked(handler: (revoked: RevokedSession) => void): void;
};

/** A session that must not have sockets: it has ended, or its member is suspended or banned (`limited`). */
export type RevokedSession = { sessionId: string; reason: 'ended' | 'limited' };

/** The session as JSON in one column, which costs the driver less than fifteen columns; times are text. */
type SessionRow = Omit<Session, 'provenAt' | 'factorProvenAt' | 'joinedAt' | 'sanction'> & {
  lastSeenAt: string;
  expiresAt: string;
  provenAt: string;
  factorProvenAt: string | null;
  joinedAt: string;
  sanction: { until: string | null } | null;
};

/** SQL: the sanction in force on the member with this id (SQL), the longest if there are several; a ban has no end. */
export const sanctionOf = (userId: RawBuilder<unknown>): RawBuilder<{ until: Date | null }> => sql`
  SELECT sanction.until FROM sanctions sanction
  WHERE sanction.user_id = ${userId} AND (sanction.until IS NULL OR sanction.until > now())
  ORDER BY sanction.until DESC NULLS FIRST LIMIT 1`;

/** `rpId` is the site as passkeys know it: those for another host cannot be used here. */
const selectSession = prepare<{ hash: Buffer; rpId: string | null }, { session: SessionRow }>(
  'session',
  ({ hash, rpId }) => sql<{ session: SessionRow }>`
    SELECT json_build_object(
      'sessionId', s.id, 'userId', s.user_id, 'lastSeenAt', s.last_seen_at,
      'expiresAt', s.expires_at, 'limited', s.limited,
      'confirmed', u.email_verified_at IS NOT NULL, 'role', staff.role,
      'secondFactor', u.two_factor_enabled_at IS NOT NULL OR s.passkey_id IS NOT NULL
        OR coalesce(staff.without_second_factor, FALSE),
      'provenAt', greatest(s.created_at, s.proven_at), 'factorProvenAt', s.factor_proven_at,
      'hasFactor', u.two_factor_enabled_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM credentials c WHERE c.user_id = u.id AND c.rp_id = ${rpId}),
      'sanction', (SELECT json_build_object('until', k.until) FROM (${sanctionOf(sql.ref('u.id'))}) k),
      'waiting', u.waiting,
      'joinedAt', u.created_at, 'seller', EXISTS (SELECT 1 FROM sellers WHERE sellers.user_id = u.id)
    ) AS session
    FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN staff ON staff.user_id = s.user_id
    WHERE s.token_hash = ${hash} AND s.expires_at > now()`,
);

async function touchSession(db: Kysely<Database>, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      last_seen_at: sql`now()`,
      expires_at: sql`least(now() + make_interval(days => ${SESSION_DAYS}),
        created_at + make_interval(days => ${SESSION_LIFE_DAYS}))`,
    })
    .where('id', '=', sessionId)
    .execute();
}

const toDate = (time: string | null): Date | null => (time === null ? null : new Date(time));

type Connections = { db: Kysely<Database>; readsNow: Kysely<Database> };
type Lookup = Connections & { rpId: string | null };

/** A session, and for how many milliseconds it is still valid if it is not used. */
type Loaded = { session: Session; lastsMs: number };

/** Loads the session for a token; its use is stored at most once an hour. */
async function loadSession({ db, readsNow, rpId }: Lookup, hash: Buffer): Promise<Loaded | null> {
  const [row] = await selectSession(readsNow, { hash, rpId });
  if (!row) return null;
  const { lastSeenAt, expiresAt, provenAt, factorProvenAt, joinedAt, sanction, ...fields } = row.session;
  if (Date.now() - Date.parse(lastSeenAt) > TOUCH_AFTER_MS) {
    // While the primary is away, members stay signed in; the use is stored later.
    await touchSession(db, fields.sessionId).catch((error: unknown) => {
      if (!isUnreachable(error)) throw error;
    });
  }
  const session = {
    ...fields,
    provenAt: new Date(provenAt),
    factorProvenAt: toDate(factorProvenAt),
    joinedAt: new Date(joinedAt),
    sanction: sanction && { until: toDate(sanction.until) },
  };
  return { session, lastsMs: Date.parse(expiresAt) - Date.now() };
}

async function selectRevoked(db: Kysely<Database>, sessionIds: readonly string[]): Promise<RevokedSession[]> {
  const live = await db
    .selectFrom('sessions')
    .select(['id', sql<boolean>`EXISTS (${sanctionOf(sql.ref('sessions.user_id'))})`.as('limited')])
    .where('id', '=', sql<string>`ANY(${[...sessionIds]}::uuid[])`)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  const limitedById = new Map(live.map((row) => [row.id, row.limited]));
  return sessionIds.flatMap((sessionId) => {
    const limited = limitedById.get(sessionId);
    return limited === false ? [] : [{ sessionId, reason: limited ? ('limited' as const) : ('ended' as const) }];
  });
}

/** Sessions by their token's hash; and the hash by session id, for dropping those that end. */
class CachedSessions {
  readonly #keys = new Map<string, string>();
  readonly #sessions = new LRUCache<string, Session>({
    max: MAX_CACHED,
    dispose: ({ sessionId }) => void this.#keys.delete(sessionId),
  });

  find(key: string): Session | null {
    return this.#sessions.get(key) ?? null;
  }

  set(key: string, { session, lastsMs }: Loaded): void {
    if (lastsMs <= 0) return;
    this.#sessions.set(key, session, { ttl: Math.min(FRESH_MS, lastsMs) });
    this.#keys.set(session.sessionId, key);
  }

  drop(sessionId: string): void {
    const key = this.#keys.get(sessionId);
    if (key !== undefined) this.#sessions.delete(key);
  }

  dropOf(userId: string): void {
    for (const [key, session] of this.#sessions.entries()) if (session.userId === userId) this.#sessions.delete(key);
  }

  clear(): void {
    this.#sessions.clear();
  }
}

export function createSessions(
  { publicUrl, ...connections }: Connections & { publicUrl: string },
  dbNotifications: DbNotifications,
): Sessions {
  const lookup = { ...connections, rpId: relyingPartyOf(publicUrl)?.id ?? null };
  const cache = new CachedSessions();
  const listeners: ((revoked: RevokedSession) => void)[] = [];
  /** Increases with every event that may have ended a session: a session loaded before it is not cached. */
  let changes = 0;

  function drop(sessionId: string): void {
    changes++;
    cache.drop(sessionId);
  }

  dbNotifications.onGap(() => {
    changes++;
    cache.clear();
  });
  dbNotifications.on('session_changed', (payload) => {
    const [sessionId = '', change] = payload.split(' ');
    drop(sessionId);
    if (change !== 'ended' && change !== 'limited') return;
    for (const listener of listeners) listener({ sessionId, reason: change });
  });

  const cachedAt = (key: string): Session | null => (dbNotifications.reliable ? cache.find(key) : null);

  return {
    cached: (token) => cachedAt(hashToken(token).toString('latin1')),
    async find(token) {
      const hash = hashToken(token);
      const key = hash.toString('latin1');
      const known = cachedAt(key);
      if (known) return known;
      const before = changes;
      const loaded = await loadSession(lookup, hash);
      if (loaded && dbNotifications.reliable && changes === before) cache.set(key, loaded);
      return loaded?.session ?? null;
    },
    listRevoked: (sessionIds) => selectRevoked(connections.db, sessionIds),
    drop,
    dropOf(userId) {
      changes++;
      cache.dropOf(userId);
    },
    onRevoked: (handler) => void listeners.push(handler),
  };
}
