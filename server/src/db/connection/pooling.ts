/**
 * Whether a pooler between us and the database assigns connections by transaction. We need them for good: one of them
 * listens to database notifications (above all that a session has ended), and each has its prepared statements.
 */
import pg from 'pg';
import type { ConnectionSettings } from './pool.ts';

const ROUNDS = 4;
const ANSWER_MS = 5_000;

/** Two open connections have one database process each; the process id alone might be that of another machine. */
const WHO = 'SELECT pid, backend_start::text AS since FROM pg_stat_activity WHERE pid = pg_backend_pid()';

async function openConnection(settings: ConnectionSettings): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS, ...settings });
  // The next statement reports a broken connection.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function askWho(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; since: string }>(WHO);
  return `${rows[0]?.pid ?? ''} ${rows[0]?.since ?? ''}`;
}

/** Whether two open connections reach the same process, or one reaches several. Never so without such a pooler. */
export async function areConnectionsShared(settings: ConnectionSettings): Promise<boolean> {
  const connections: pg.Client[] = [];
  try {
    for (let count = 0; count < 2; count++) connections.push(await openConnection(settings));
    const met = connections.map(() => new Set<string>());
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, connection] of connections.entries()) met[index]?.add(await askWho(connection));
    return met.some((processes) => processes.size > 1) || met[0]?.isDisjointFrom(met[1] ?? new Set()) === false;
  } finally {
    await Promise.all(connections.map((connection) => connection.end().catch(() => undefined)));
  }
}

/** What follows from it, and what to do: for the start, and for the doctor. */
export const sharedConnections = {
  text:
    'a pooler that hands connections out by transaction: servers do not hear of sessions that end, and prepared ' +
    'statements fail',
  advice: 'Set pool_mode = session in PgBouncer for this database, or name the database itself.',
} as const;

/** Such a pooler cannot be used; `message` can be shown. */
export class SharedConnectionsError extends Error {
  constructor(setting: string) {
    super(`${setting} leads to ${sharedConnections.text}. ${sharedConnections.advice}`);
  }
}

/** Throws SharedConnectionsError when such a pooler is before the database, or before a replica that answers. */
export async function refuseSharedConnections(
  connection: ConnectionSettings,
  replicaUrls: readonly string[],
): Promise<void> {
  if (await areConnectionsShared(connection)) throw new SharedConnectionsError('DATABASE_URL');
  for (const connectionString of replicaUrls) {
    // A replica that is away is excluded until it is back, whatever is before it.
    if (await areConnectionsShared({ connectionString }).catch(() => false))
      throw new SharedConnectionsError('DATABASE_REPLICA_URLS');
  }
}
