/**
 * Grows the small generated community to any size, in minutes: no trigger and no foreign key is checked row by row, and
 * the indexes of the large tables are made at the end.
 */
import type { ClientBase } from 'pg';
import { drawNames } from '../names.ts';
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

/** Drops the indexes without a constraint, and returns statements that make them again. */
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

/** The rows that new rows are modelled on. */
const models = [
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

/** Adds the missing members and posts up to `sizes`; their table `bench_members` (n, id) stays for the measurements. */
export async function grow(client: ClientBase, sizes: Sizes, onProgress: (line: string) => void): Promise<void> {
  for (const setting of settings) await client.query(setting);
  await client.query('CREATE UNLOGGED TABLE bench_names (n integer PRIMARY KEY, word text NOT NULL)');
  await client.query(
    'INSERT INTO bench_names SELECT n - 1, word FROM unnest($1::text[]) WITH ORDINALITY drawn(word, n)',
    [drawNames(22_000)],
  );
  for (const model of models) await client.query(model);
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
