import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '#db/connection/pool.ts';
import { migrate } from '#db/migrate.ts';
import { buildApp } from '../../app.ts';
import { parseConfig } from '../../config/config.ts';
import { KEY_NAME } from '../../start/secrets-key.ts';
import { createTestMail } from '../notifications/test-mail.ts';
import type { DatabaseConnection } from './test-database.ts';

/** Prepares the template: the schema, and the job queues, which each test would otherwise create again. */
export async function migrateTemplate(connection: DatabaseConnection): Promise<void> {
  const database = openDatabase(connection, () => undefined);
  await migrate(database.db);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'afterhours-template-'));
  // A server with this role creates the queues but runs no jobs.
  const config = { ...parseConfig({ LOG_LEVEL: 'error', DATA_DIR: dataDir }, dataDir), role: 'web' as const };
  const app = await buildApp({ config, database, connection, webFolder: dataDir, mail: createTestMail() });
  await app.services.jobs.start();
  // This row names the key that encrypts a server's secrets, and this app's key is deleted with its folder.
  await database.db.deleteFrom('server_secrets').where('name', '=', KEY_NAME).execute();
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
