/** People search among many members: names as uneven as in life, queries whole, begun, mistyped and of several words. */
import autocannon from 'autocannon';
import { newId } from '../server/src/db/id.ts';
import { createToken } from '../server/src/http/session.ts';
import { startServer } from './child.ts';
import { type BenchDatabase, createBenchDatabase, feedSize } from './database.ts';
import { describeMachine, toTable, writeSection } from './report.ts';

const CONNECTIONS = [1, 16];
const SEED_SIZE = { ...feedSize, members: 400, posts: 200, conversations: 10 };
const SYLLABLES = 'ka,lo,mi,ra,ten,sho,bel,dor,vin,ga,pe,sun,tor,ali,ben,cor,eli,fen,ju,ny'.split(',');
const QUERIES = 400;

export type SearchOptions = { seconds: number; members: number };
type Outcome = { connections: number; perSecond: number; p50: number; p95: number; p99: number };

const say = (line: string): void => console.log(line);

/** The n-th made-up name: unlike its neighbours, always the same. */
function nameOf(place: number): string {
  let name = '';
  for (let rest = place + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    name += SYLLABLES[rest % SYLLABLES.length] ?? '';
  }
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const names = (count: number): string[] => Array.from({ length: count }, (_, place) => nameOf(place));

/** Members whose first names are of 2,000, last names of 20,000; the commonest hundreds of times as frequent as the rarest. */
async function addMembers({ pool }: BenchDatabase, members: number): Promise<void> {
  const client = await pool.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    const batch = 50_000;
    for (let from = 0; from < members; from += batch) {
      const ids = Array.from({ length: Math.min(batch, members - from) }, () => newId());
      await client.query(
        `INSERT INTO users (id, email, username, first_name, last_name, profession, country)
         SELECT id, 'm' || n || '@example.com', lower(first || '.' || last || n), first, last, ($4::text[])[1 + n % 400], 'Portugal'
         FROM (
           SELECT id, $1::integer + place AS n,
             ($2::text[])[1 + floor(2000 * power(random(), 3))] AS first, ($3::text[])[1 + floor(20000 * power(random(), 2))] AS last
           FROM unnest($5::uuid[]) WITH ORDINALITY made(id, place)
         ) drawn`,
        [from, names(2_000), names(22_000).slice(2_000), names(400).map((name) => `${name} maker`), ids],
      );
    }
    await client.query(
      `UPDATE member_counters SET followers = 20 + floor(power(random(), 4) * 5000)
       WHERE user_id IN (SELECT id FROM users WHERE random() < 0.03)`,
    );
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release(true);
  }
}

const mistype = (word: string): string => `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`;

/** What people type: a first name, a full name, the beginning of one, one with two letters exchanged, a trade. */
async function drawQueries({ pool }: BenchDatabase): Promise<string[]> {
  const { rows } = await pool.pool.query<{ first_name: string; last_name: string; profession: string | null }>(
    "SELECT first_name, last_name, profession FROM users WHERE email LIKE 'm%@example.com' ORDER BY md5(id::text) LIMIT $1",
    [QUERIES],
  );
  const kinds = [
    (row: (typeof rows)[number]) => row.first_name,
    (row: (typeof rows)[number]) => `${row.first_name} ${row.last_name}`,
    (row: (typeof rows)[number]) => row.last_name.slice(0, 4),
    (row: (typeof rows)[number]) => mistype(row.last_name),
    (row: (typeof rows)[number]) => row.profession ?? row.last_name,
  ];
  return rows.map((row, place) => kinds[place % kinds.length]?.(row) ?? row.first_name);
}

async function measure(origin: string, token: string, queries: string[], connections: number, seconds: number) {
  const result = await autocannon({
    url: `${origin}/api/searchPeople`,
    connections,
    duration: seconds,
    requests: queries.map((searchQuery) => ({
      method: 'POST' as const,
      path: '/api/searchPeople?limit=20',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ searchQuery }),
    })),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} searches failed`);
  const { p50, p97_5, p90, p99 } = result.latency;
  return { connections, perSecond: result['2xx'] / result.duration, p50, p95: (p90 + p97_5) / 2, p99 };
}

async function openSession({ pool }: BenchDatabase): Promise<string> {
  const { token, hash } = createToken();
  const { id } = await pool.db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  const expires_at = new Date(Date.now() + 3_600_000);
  await pool.db.insertInto('sessions').values({ id: newId(), user_id: id, token_hash: hash, expires_at }).execute();
  return token;
}

async function run(database: BenchDatabase, seconds: number): Promise<Outcome[]> {
  const [token, queries] = [await openSession(database), await drawQueries(database)];
  const server = await startServer(database);
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    await measure(origin, token, queries, 4, 2);
    const rows: Outcome[] = [];
    for (const connections of CONNECTIONS) rows.push(await measure(origin, token, queries, connections, seconds));
    return rows;
  } finally {
    await server.stop();
  }
}

/** Fills, measures, prints and writes the table; some minutes for a million members. */
export async function benchSearch({ seconds, members }: SearchOptions): Promise<void> {
  say(`Filling with ${members.toLocaleString('en-US')} members …`);
  const database = await createBenchDatabase(SEED_SIZE, () => undefined);
  try {
    const began = performance.now();
    await addMembers(database, members);
    say(`  ${Math.round((performance.now() - began) / 1000)} s`);
    const rows = await run(database, seconds);
    const table = toTable(
      ['People search, 20 a page', 'At once', 'Searches/s', 'p50 ms', 'p95 ms', 'p99 ms'],
      rows.map((row) => ['all kinds', row.connections, Math.round(row.perSecond), row.p50, row.p95, row.p99]),
    );
    const text = `## Search

${members.toLocaleString('en-US')} members; a fifth each of first names, full names, beginnings, mistyped names and trades. p95 is the middle of
p90 and p97.5.

${describeMachine()}. Command: \`npm run bench -- search --members=${members}\`.

${table}`;
    say(`\n${text}`);
    await writeSection('search', text);
  } finally {
    await database.close();
  }
}
