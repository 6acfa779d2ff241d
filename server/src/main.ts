/** Runs the product: database, migrations, demo community, app, and their clean shutdown. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { type App, type AppOptions, buildApp } from './app.ts';
import { type Config, parseConfig } from './config/config.ts';
import { isOpenToOthers } from './config/reachable.ts';
import type { Role } from './config/roles.ts';
import { ClockError, checkClock } from './db/clock.ts';
import { type ConnectionSettings, openDatabase } from './db/connection/pool.ts';
import { refuseSharedConnections, SharedConnectionsError } from './db/connection/pooling.ts';
import { UnfitDatabaseError } from './db/connection/require-database.ts';
import { MigrationError, migrate } from './db/migrate.ts';
import { WrongReplicaError } from './db/replicas/replicas.ts';
import type { Database } from './db/schema/schema.ts';
import { serveMetrics } from './http/observe/metrics.ts';
import { survivePrinting } from './log/log-output.ts';
import { registerDoctor } from './operations/doctor/doctor-job.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { explainListenError } from './platform/listen-error.ts';
import { protectFiles } from './platform/private-files.ts';
import { refuseHalfRestored, StartError } from './platform/start-error.ts';
import { describeFirstOwner } from './start/first-owner.ts';
import { keepHeapSmall } from './start/small-heap.ts';
import {
  describeMetrics,
  describeMigrations,
  type FillDemo,
  listWarnings,
  prepareDemo,
  requireListenable,
  requireWritable,
  warnOfCompanions,
} from './start/start-up.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const DRAIN_LIMIT_MS = 15_000;

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

export type MainOptions = {
  /** Creates no demo community in a new embedded database. */
  empty: boolean;
  /** Creates the demo community even if others can reach the server. */
  demo: boolean;
  /** Creates the demo community; without this function, there is none. */
  fillDemo?: FillDemo;
  /** In development, another server serves the pages and prints the URL. */
  dev: boolean;
  /** For tests: origins that replace external hosts. No setting sets this. */
  hostOverrides?: AppOptions['hostOverrides'];
  /** The role of this process from the command line, which overrides the setting ROLE. */
  role?: Role;
};

type Running = { connection: ConnectionSettings; stop(): Promise<void> };

/** Returns the configured database, or starts the embedded one, which `stop` then stops. */
export async function reachDatabase(config: Config): Promise<Running> {
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, stop: async () => undefined };
  const { host, port, user, database, stop } = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    ownUserOnly: isOpenToOthers(config),
    onProgress: print,
  });
  return { connection: { host, port, user, database }, stop };
}

const SHOWN = [MigrationError, UnfitDatabaseError, ClockError, SharedConnectionsError];

/** Converts a database error that the operator can correct to a one-line StartError; returns other errors unchanged. */
export function explainDatabase(error: unknown, config: Config): unknown {
  if (error instanceof StartError) return error;
  if (SHOWN.some((kind) => error instanceof kind)) return new StartError((error as Error).message);
  if (!config.databaseUrl || !(error instanceof Error)) return error;
  const shown = new URL(config.databaseUrl);
  return new StartError(
    `The database at ${shown.host}${shown.pathname} cannot be used: ${error.message || 'no connection'}. Check ` +
      `DATABASE_URL.`,
  );
}

function startApp(app: App): Promise<void> {
  return app.start().catch((error: unknown) => {
    throw error instanceof WrongReplicaError ? new StartError(error.message) : error;
  });
}

async function startMetrics(app: App, config: Config): Promise<Server> {
  const configured = process.env.METRICS_PORT !== undefined && process.env.METRICS_PORT !== '';
  return serveMetrics(app.metrics, app.health, config.metricsPort, config.metricsHost).catch((error: unknown) => {
    // Another instance on this machine may use the default port. That does not prevent the start, unless the port was
    // set.
    if (configured || config.role === 'worker')
      throw (
        explainListenError(error, ['METRICS_HOST', config.metricsHost], ['METRICS_PORT', config.metricsPort]) ?? error
      );
    return serveMetrics(app.metrics, app.health, 0, config.metricsHost);
  });
}

function stopOnSignal(stop: () => Promise<void>, limitMs: number): void {
  let stopping = false;
  const end = (): void => {
    if (stopping) return;
    stopping = true;
    print('Stopping after the requests in progress.');
    // A part that hangs must not keep the process alive; acknowledged writes are already durable.
    setTimeout(() => process.exit(1), limitMs).unref();
    stop().then(
      () => {
        print('Stopped.');
        process.exit(0);
      },
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** Migrates the database if this version may use it; then checks the clocks, and that no pooler is in between. */
async function prepareDatabase(db: Kysely<Database>, connection: ConnectionSettings, config: Config): Promise<void> {
  for (const line of describeMigrations(await migrate(db, { warn: print }))) print(line);
  await checkClock(db, print);
  if (config.databaseUrl !== null) await refuseSharedConnections(connection, config.replicaUrls);
}

/** Listens for browsers, unless this process only runs jobs. */
async function openToBrowsers(app: App, config: Config, { dev }: Pick<MainOptions, 'dev'>): Promise<void> {
  if (config.role === 'worker') await app.http.ready();
  else
    await app.http
      .listen({
        host: config.host,
        port: config.port,
        listenTextResolver: (address) => (dev ? `behind Vite, listening at ${address}` : `listening at ${address}`),
      })
      .catch((error: unknown) => {
        throw explainListenError(error, ['HOST', config.host], ['PORT', config.port]) ?? error;
      });
}

function describeAddress({ role, publicUrl }: Config, metrics: Server): string {
  if (role !== 'worker') return publicUrl;
  return `it runs jobs; health check: http://127.0.0.1:${(metrics.address() as AddressInfo).port}/readyz`;
}

/** Starts everything and resolves once it listens. Otherwise throws an error whose message can be shown. */
export async function main(options: MainOptions): Promise<void> {
  keepHeapSmall();
  survivePrinting();
  const config = parseConfig({ ...process.env, ...(options.role ? { ROLE: options.role } : {}) }, ROOT);
  refuseHalfRestored(config.dataDir);
  for (const line of listWarnings(config)) print(line);
  await requireListenable(config);
  await requireWritable(config);
  const running = await reachDatabase(config);
  await protectFiles(config).catch((error: unknown) =>
    print(`The permissions in ${config.dataDir} could not be set: ${error instanceof Error ? error.message : ''}`),
  );
  const database = openDatabase(running.connection, (error) =>
    process.stderr.write(`database connection: ${error.message}\n`),
  );
  let app: App | undefined;
  let metrics: Server | undefined;
  try {
    await prepareDatabase(database.db, running.connection, config).catch((error: unknown) => {
      throw explainDatabase(error, config);
    });
    const { hostOverrides = {} } = options;
    const webFolder = path.join(ROOT, 'web/dist');
    app = await buildApp({ config, database, connection: running.connection, webFolder, hostOverrides });
    registerDoctor(app.services, database.pool);
    const demo = await prepareDemo(app, database.db, config, options, print);
    await startApp(app);
    metrics = await startMetrics(app, config);
    await openToBrowsers(app, config, options);
    const started = { app, metrics };
    stopOnSignal(
      async () => {
        await started.app.leave(config.drainSeconds);
        started.metrics.close();
        await started.app.stop();
        await running.stop();
      },
      config.drainSeconds * 1_000 + DRAIN_LIMIT_MS,
    );
    if (!options.dev) print(`\n${config.appName} is ready: ${describeAddress(config, metrics)}`);
    void warnOfCompanions(app.services, print);
    const owner = await describeFirstOwner(database.db, config);
    for (const line of [...describeMetrics(metrics, config.metricsPort), ...demo, ...owner]) print(line);
  } catch (error) {
    metrics?.close();
    await (app ? app.stop() : database.close()).catch(() => undefined);
    await running.stop();
    throw error;
  }
}
