/** A complete application over a new database, with calls that check every response against the contract. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { type Failure, failure } from '@afterhours/contract/base/envelope';
import {
  type RouteDefinition,
  type RouteInput,
  type RouteResponse,
  responseSchema,
} from '@afterhours/contract/base/route';
import type { InjectOptions } from 'fastify';
import { type DatabasePool, openDatabase } from '#db/connection/pool.ts';
import { type App, type AppOptions, buildApp } from '../app.ts';
import { parseConfig } from '../config/config.ts';
import { createPictures } from '../platform/pictures/pictures.ts';
import { createTestDatabase, type DatabaseConnection } from './database/test-database.ts';
import { createTestMail, type TestMail } from './notifications/test-mail.ts';

type TestResponse<R extends RouteDefinition> =
  | (RouteResponse<R> & { ok: true; headers: Record<string, unknown> })
  | (Failure & { ok: false; headers: Record<string, unknown> });

type Sent<R extends RouteDefinition> = Partial<Omit<RouteInput<R>, 'body'>> & {
  /** Any input, so that tests can send invalid values. */
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
  form?: FormData;
};

export type TestApp = App & {
  /** Makes a call; every response was parsed with the contract. */
  call<R extends RouteDefinition>(route: R, sent?: Sent<R>): Promise<TestResponse<R>>;
  mail: TestMail;
  database: DatabasePool;
  connection: DatabaseConnection;
  dataDir: string;
  /** Counts the statements that `work` causes, without loading the session, which is not done with every call. */
  countStatements(work: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
};

const fill = (pattern: string, params: Record<string, string>): string =>
  pattern.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));

async function toRequest(route: RouteDefinition, sent: Sent<RouteDefinition>): Promise<InjectOptions> {
  const query = new URLSearchParams((sent.query ?? {}) as Record<string, string>).toString();
  const headers: Record<string, string> = sent.token ? { authorization: `Bearer ${sent.token}` } : {};
  const url = `/api${fill(route.path, (sent.params ?? {}) as Record<string, string>)}${query ? `?${query}` : ''}`;
  if (sent.form) {
    const encoded = new Response(sent.form);
    headers['content-type'] = encoded.headers.get('content-type') ?? '';
    return {
      method: route.method,
      url,
      headers: { ...headers, ...sent.headers },
      payload: Buffer.from(await encoded.arrayBuffer()),
    };
  }
  const payload = sent.body === undefined ? {} : { payload: sent.body as object };
  return { method: route.method, url, headers: { ...headers, ...sent.headers }, ...payload };
}

/**
 * Settings of a server that runs no jobs by itself, so that a test triggers each. The role requires the address of a
 * database, which is not used.
 */
export const withoutJobs = { ROLE: 'web', DATABASE_URL: 'postgres:///elsewhere', SECRETS_KEY: '5a'.repeat(32) };

/** The process for pictures of all test files that this worker runs, which takes half a second to start. */
const pictures = createPictures({ idleMs: HOUR_MS });
const sharedPictures = { ...pictures, stop: () => undefined };

/** Starts an application for a test file; `settings` are environment variables, limits are off unless set. */
export async function buildTestApp(
  settings: Record<string, string> = {},
  prepare?: (dataDir: string) => void,
  options: Pick<AppOptions, 'hostOverrides' | 'runSchedules'> = {},
): Promise<TestApp> {
  const { connection, drop } = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'afterhours-app-'));
  prepare?.(dataDir);
  const config = parseConfig({ RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'error', DATA_DIR: dataDir, ...settings }, dataDir);
  const database = openDatabase({ ...connection, max: 6 }, () => undefined);
  const mail = createTestMail();
  const webFolder = path.join(dataDir, 'web');
  const replaced = { mail, pictures: sharedPictures, runSchedules: false, ...options };
  const app = await buildApp({ config, database, connection, webFolder, ...replaced });
  await app.start();
  await app.http.ready();
  return {
    ...app,
    mail,
    database,
    connection,
    dataDir,
    async call(route, sent = {}) {
      const response = await app.http.inject(await toRequest(route, sent));
      const body: unknown = response.json();
      if (response.statusCode === 200)
        return { ...(responseSchema(route).parse(body) as object), ok: true, headers: response.headers } as never;
      const failed = failure.parse(body);
      if (failed.status !== response.statusCode) throw new Error('status and HTTP status differ');
      return { ...failed, ok: false, headers: response.headers };
    },
    async countStatements(work) {
      // Jobs of earlier calls may run at the same time; their statements are not counted.
      const causedBy = new AsyncLocalStorage<'work'>();
      let count = 0;
      const stop = database.onStatement((statement) => {
        if (/FROM sessions s JOIN users/.test(statement)) return;
        if (causedBy.getStore()) count++;
      });
      await causedBy.run('work', work).finally(stop);
      return count;
    },
    async close() {
      await app.stop();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
