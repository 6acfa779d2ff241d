import { buildApp } from '@afterhours/server/app.ts';
import { parseConfig } from '@afterhours/server/config/config.ts';
import { openDatabase } from '@afterhours/server/db/connection/pool.ts';
import { migrate } from '@afterhours/server/db/migrate.ts';
import { explainDatabase, print, ROOT, reachDatabase } from '@afterhours/server/main.ts';
import { StartError } from '@afterhours/server/platform/start-error.ts';
import { hasMembers, readDemoState } from '@afterhours/server/start/demo-marker.ts';
import { fillDemo } from './fill.ts';

/**
 * Migrates the configured database (DATABASE_URL, or the embedded one) and fills it with the demo community. Throws
 * StartError if the database has members, unless `force` is set. Does nothing if the community already exists.
 */
export async function runDemo(options: { force: boolean }): Promise<void> {
  const config = parseConfig(process.env, ROOT);
  const running = await reachDatabase(config);
  const database = openDatabase(running.connection, (error) => print(`database connection: ${error.message}`));
  try {
    await migrate(database.db).catch((error: unknown) => {
      throw explainDatabase(error, config);
    });
    if ((await readDemoState(database.db)) === 'filled') {
      print('The demo community is already in this database.');
    } else if (!options.force && (await hasMembers(database.db))) {
      throw new StartError(
        'This database already has members. To add the demo community anyway: npm run demo -- --force',
      );
    } else {
      const webFolder = `${ROOT}/web/dist`;
      const { services } = await buildApp({ config, database, connection: running.connection, webFolder });
      const { email, password } = await fillDemo(services, { onProgress: print });
      print(`Sign in as the demo member: ${email}  password: ${password}`);
    }
  } finally {
    await database.close();
    await running.stop();
  }
}
