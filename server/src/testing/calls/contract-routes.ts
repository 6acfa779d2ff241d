import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { RouteDefinition } from '@afterhours/contract/route';

const isRoute = (value: unknown): value is RouteDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;

/** Every call that the contract declares, in any of its files. */
export async function listContractRoutes(): Promise<RouteDefinition[]> {
  const folder = path.resolve(import.meta.dirname, '../../../../contract/src');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const modules = await Promise.all(
    files.map(async (file) => (await import(path.join(folder, file))) as Record<string, unknown>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isRoute));
}
