/**
 * Whether a pooler between the server and the database assigns connections per transaction. The server needs
 * connections that stay its own: one listens for database notifications (most importantly that a session has ended),
 * and each has its prepared statements.
 */
import pg from 'pg';
import type { ConnectionSettings } from './pool.ts';

const ROUNDS = 4;
const TIMEOUT_MS = 5_000;

/**
 * Two open connections have one database process each. The start time is included because the process id alone might
 * belong to another machine.
 */
const IDENTITY = 'SELECT pid, backend_start::text AS since FROM pg_stat_activity WHERE pid = pg_backend_pid()';

async function openConnection(settings: ConnectionSettings): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS, ...settings });
  // The next statement reports a broken connection.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function readIdentity(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; since: string }>(IDENTITY);
  return `${rows[0]?.pid ?? ''} ${rows[0]?.since ?? ''}`;
}

/**
 * Returns true if two open connections reach the same process, or one of them reaches several; neither happens without
 * such a pooler.
 */
export async function areConnectionsShared(settings: ConnectionSettings): Promise<boolean> {
  const connections: pg.Client[] = [];
  try {
    for (let count = 0; count < 2; count++) connections.push(await openConnection(settings));
    const seen = connections.map(() => new Set<string>());
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, connection] of connections.entries()) seen[index]?.add(await readIdentity(connection));
    return seen.some((processes) => processes.size > 1) || seen[0]?.isDisjointFrom(seen[1] ?? new Set()) === false;
  } finally {
    await Promise.all(connections.map((connection) => connection.end().catch(() => undefined)));
  }
}

/** The consequence and the advice, for startup and for the doctor command. */
export const sharedConnections = {
  text:
    'a pooler that hands connections out by transaction: servers do not learn that sessions end, and prepared ' +
    'statements fail',
  advice: 'Set pool_mode = session in PgBouncer for this database, or name the database itself.',
} as const;

/** The database is behind a pooler in transaction mode, which is not supported; `message` is fit to be shown. */
export class SharedConnectionsError extends Error {
  constructor(setting: string) {
    super(`${setting} leads to ${sharedConnections.text}. ${sharedConnections.advice}`);
  }
}

/** Throws SharedConnectionsError if such a pooler is in front of the database, or of a replica that responds. */
export async function refuseSharedConnections(
  connection: ConnectionSettings,
  replicaUrls: readonly string[],
): Promise<void> {
  if (await areConnectionsShared(connection)) throw new SharedConnectionsError('DATABASE_URL');
  for (const connectionString of replicaUrls) {
    // A replica that is away is excluded until it is back, whatever is in front of it.
    if (await areConnectionsShared({ connectionString }).catch(() => false))
      throw new SharedConnectionsError('DATABASE_REPLICA_URLS');
  }
}
