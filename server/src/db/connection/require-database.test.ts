import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { migrate } from '../migrate.ts';
import { type DatabasePool, openDatabase } from './pool.ts';
import { UnfitDatabaseError } from './require-database.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let admin: pg.Client;
const opened: DatabasePool[] = [];
const created: string[] = [];

beforeAll(async () => {
  test = await createTestDatabase({ migrated: false });
  admin = new pg.Client(test.connection);
  await admin.connect();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  for (const name of created) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.query('DROP OWNED BY lodger; DROP ROLE lodger');
  await admin.end();
  await test.drop();
});

function open(changes: object) {
  const database = openDatabase({ ...test.connection, ...changes, max: 1 }, () => undefined);
  opened.push(database);
  return database.db;
}

describe('A database that the server cannot use', () => {
  it('is rejected if it is not in UTF-8, with instructions for creating one that is', async () => {
    const name = `${test.connection.database}_ascii`;
    await admin.query(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`);
    created.push(name);
    const refused = migrate(open({ database: name }));
    await expect(refused).rejects.toThrow(UnfitDatabaseError);
    await expect(refused).rejects.toThrow(/is in SQL_ASCII.*ENCODING 'UTF8' TEMPLATE template0/);
  });

  it('is rejected before the first start if the role lacks the right to create, with the grants it needs', async () => {
    await admin.query('CREATE ROLE lodger LOGIN');
    const refused = migrate(open({ user: 'lodger' }));
    await expect(refused).rejects.toThrow(/The role lodger may not create.*GRANT CREATE ON DATABASE/);
    await admin.query(`GRANT CREATE ON DATABASE ${test.connection.database} TO lodger`);
    await expect(migrate(open({ user: 'lodger' }))).rejects.toThrow(/GRANT CREATE ON SCHEMA public/);
  });

  it('is reported with the missing grant if a later migration needs it', async () => {
    const name = `${test.connection.database}_later`;
    await admin.query(`CREATE DATABASE ${name}`);
    created.push(name);
    const first = { '0001-first': async () => ({ up: async () => undefined }) };
    await migrate(open({ database: name }), { steps: first });
    const inside = new pg.Client({ ...test.connection, database: name });
    await inside.connect();
    await inside.query('CREATE SCHEMA jobs; GRANT ALL ON ALL TABLES IN SCHEMA public TO lodger');
    await inside.end();
    const later = async (db: Kysely<unknown>) => void (await sql`CREATE TABLE later (id integer)`.execute(db));
    const steps = { ...first, '0002-later': async () => ({ up: later }) };
    await expect(migrate(open({ database: name, user: 'lodger' }), { steps })).rejects.toThrow(
      /The role lodger may not create/,
    );
  });
});
