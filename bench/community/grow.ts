/**
 * Grows the small generated community to any size within minutes: without triggers and foreign key checks, and with the
 * indexes of the large tables created at the end.
 */
import type { ClientBase } from 'pg';
import { listNames } from '../names.ts';
import { growthSteps, type Sizes } from './rows.ts';

const LARGE = [
  'users',
  'posts',
  'post_likes',
  'comments',
  'post_hashtags',
  'post_attachments',
  'uploads',
  'follows',
  'conversations',
  'conversation_members',
  'messages',
  'notifications',
  'notification_actors',
  'member_search',
];

type Index = { name: string; definition: string };

/** Drops the indexes that no constraint needs, and returns the statements that create them again. */
async function dropIndexes(client: ClientBase): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
     WHERE t.relname = ANY ($1) AND t.relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
    [LARGE],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${client.escapeIdentifier(name)}`);
  return rows;
}

/** Creates the tables of rows that serve as templates for new rows. */
const templateSteps = [
  `CREATE UNLOGGED TABLE bench_models AS SELECT row_number() OVER (ORDER BY id) - 1 AS n, country, profession,
    intro_details FROM users`,
  `CREATE UNLOGGED TABLE bench_texts AS SELECT row_number() OVER (ORDER BY id) - 1 AS n, post_type, title,
    description, opening,
     salary, link, hashtags FROM posts`,
  `CREATE UNLOGGED TABLE bench_comments AS SELECT row_number() OVER (ORDER BY id) - 1 AS n, comment FROM comments`,
  'CREATE UNIQUE INDEX ON bench_models (n)',
  'CREATE UNIQUE INDEX ON bench_texts (n)',
  'CREATE UNIQUE INDEX ON bench_comments (n)',
  'ANALYZE bench_models, bench_texts, bench_comments',
];

const settings = [
  'SET statement_timeout = 0',
  'SET synchronous_commit = off',
  "SET maintenance_work_mem = '512MB'",
  "SET work_mem = '256MB'",
  'SET session_replication_role = replica',
  'SELECT setseed(0.5)',
];

/** Adds members and posts up to `sizes`. Leaves the table `bench_members` (n, id) for the measurements. */
export async function grow(client: ClientBase, sizes: Sizes, onProgress: (line: string) => void): Promise<void> {
  for (const setting of settings) await client.query(setting);
  await client.query('CREATE UNLOGGED TABLE bench_names (n integer PRIMARY KEY, word text NOT NULL)');
  await client.query(
    'INSERT INTO bench_names SELECT n - 1, word FROM unnest($1::text[]) WITH ORDINALITY drawn(word, n)',
    [listNames(22_000)],
  );
  for (const step of templateSteps) await client.query(step);
  const indexes = await dropIndexes(client);
  for (const { name, sql } of growthSteps(sizes)) {
    const began = performance.now();
    await client.query(sql);
    onProgress(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  const began = performance.now();
  for (const { definition } of indexes) await client.query(definition);
  onProgress(`indexes: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await client.query('VACUUM ANALYZE');
}
