/** Another server of a test application: the same database and store, separate except for the process. */
import type { AddressInfo } from 'node:net';
import { type App, type AppOptions, buildApp } from '#app.ts';
import { openDatabase } from '#db/connection/pool.ts';
import type { TestApp } from './test-app.ts';

export type SecondServer = App & { origin: string };

type Options = Partial<Pick<AppOptions, 'config' | 'hostOverrides' | 'mail' | 'runSchedules'>>;

async function startBeside(app: TestApp, options: Options, port: number): Promise<SecondServer> {
  const { connection, services } = app;
  const database = openDatabase({ ...connection, max: 4 }, () => undefined);
  const webFolder = `${app.dataDir}/web`;
  const second = await buildApp({ config: services.config, database, connection, webFolder, ...options });
  await second.start();
  await second.http.listen({ host: '127.0.0.1', port });
  const address = second.http.server.address() as AddressInfo;
  return { ...second, origin: `http://127.0.0.1:${address.port}` };
}

/** Starts one beside `app`, listening; the caller stops it. */
export const startSecondServer = (
  app: TestApp,
  options: Pick<Options, 'config' | 'hostOverrides' | 'runSchedules'> = {},
): Promise<SecondServer> => startBeside(app, { mail: app.mail, runSchedules: false, ...options }, 0);

/**
 * Starts one at the address of a server process of `app` that was killed and is not started again. It runs all jobs, as
 * a restarted process would, for much less than the start of a process costs; the caller stops it.
 */
export const startInPlaceOf = (
  killed: { readonly origin: string },
  app: TestApp,
  options: Pick<Options, 'hostOverrides'> = {},
): Promise<SecondServer> => {
  const config = { ...app.services.config, role: 'all' as const, publicUrl: killed.origin };
  return startBeside(app, { config, ...options }, Number(new URL(killed.origin).port));
};
