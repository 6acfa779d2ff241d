import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A Node process that starts the built-in database and writes rows until it is stopped. */
export type DatabaseProcess = {
  child: ChildProcess;
  /** Waits for the next line of output that starts with this word; returns the rest. Throws the process's error. */
  next(word: string): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
};

const SOURCE = `
  import pg from 'pg';
  import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
  const { host, port, user, database, fresh, stop } = await startEmbeddedPostgres({ dataDir: process.argv[1] });
  const client = new pg.Client({ host, port, user, database, ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table if not exists rows (n serial primary key)');
  console.log('ready ' + JSON.stringify({ host, fresh }));
  let ending = false;
  process.once('SIGTERM', () => (ending = true));
  while (!ending) console.log('row ' + (await client.query('insert into rows default values returning n')).rows[0].n);
  await client.end();
  await stop();
`;

/** Starts such a process on a data folder; if run as root, optionally as another user. */
export function startDatabaseProcess(dataDir: string, uid?: number): DatabaseProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SOURCE, dataDir], {
    cwd: new URL('../../..', import.meta.url),
    uid,
    gid: uid,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let failure = '';
  child.stderr.on('data', (chunk: Buffer) => (failure += chunk.toString()));
  const closed = once(child, 'close');
  return {
    child,
    async next(word) {
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error(failure);
        if (value.startsWith(`${word} `)) return value.slice(word.length + 1);
      }
    },
    async kill(signal) {
      child.kill(signal);
      await closed;
    },
  };
}
