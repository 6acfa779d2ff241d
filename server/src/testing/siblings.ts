/** Further servers of one test application: the same database and store, separate except for the process. */
import type { AddressInfo } from 'node:net';
import { type App, type AppOptions, buildApp } from '#app.ts';
import { openDatabase } from '#db/connection/pool.ts';
import type { TestApp } from './test-app.ts';

export type Sibling = App & { origin: string };

/** Starts one beside `app`, listening; the caller stops it. */
export async function startSibling(
  app: TestApp,
  options: Pick<AppOptions, 'hostOverrides' | 'runSchedules'> = {},
): Promise<Sibling> {
  const connection = { ...app.database.pool.options, max: 4 };
  const { config } = app.services;
  const database = openDatabase(connection, () => undefined);
  const webFolder = `${app.dataDir}/web`;
  const given = { config, database, connection, webFolder, mail: app.mail, runSchedules: false, ...options };
  const sibling = await buildApp(given);
  await sibling.start();
  await sibling.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = sibling.http.server.address() as AddressInfo;
  return { ...sibling, origin: `http://127.0.0.1:${port}` };
}
