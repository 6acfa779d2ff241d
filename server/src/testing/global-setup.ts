import type { TestProject } from 'vitest/node';
import { migrateTemplate } from './database/migrate-template.ts';
import { startTestPostgres } from './database/test-database.ts';

/** Runs once before all server tests: starts the database server that they share. Returns the teardown function. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, stop } = await startTestPostgres(migrateTemplate);
  project.provide('testDatabase', connection);
  return stop;
}
