/** Another server of a test application: the same database and store, separate except for the process. */
import type { AddressInfo } from 'node:net';
import { type App, type AppOptions, buildApp } from '#app.ts';
import { openDatabase } from '#db/connection/pool.ts';
import type { TestApp } from './test-app.ts';

export type SecondServer = App & { origin: string };

/** Starts one beside `app`, listening; the caller stops it. */
export async function startSecondServer(
  app: TestApp,
  options: Pick<AppOptions, 'hostOverrides' | 'runSchedules'> = {},
): Promise<SecondServer> {
  const { connection, services } = app;
  const database = openDatabase({ ...connection, max: 4 }, () => undefined);
  const webFolder = `${app.dataDir}/web`;
  const given = {
    config: services.config,
    database,
    connection,
    webFolder,
    mail: app.mail,
    runSchedules: false,
    ...options,
  };
  const second = await buildApp(given);
  await second.start();
  await second.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = second.http.server.address() as AddressInfo;
  return { ...second, origin: `http://127.0.0.1:${port}` };
}
