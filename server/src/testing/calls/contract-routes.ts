import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { RawRouteDefinition, RouteDefinition } from '@afterhours/contract/base/route';

const has = (value: unknown, ...names: string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);

const isRoute = (value: unknown): value is RouteDefinition => has(value, 'method', 'path', 'response');
const isRawRoute = (value: unknown): value is RawRouteDefinition => has(value, 'method', 'path', 'produces');

async function listExports(): Promise<unknown[]> {
  const folder = path.resolve(import.meta.dirname, '../../../../contract/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(
    files.map(async (file) => (await import(path.join(folder, file))) as Record<string, unknown>),
  );
  return modules.flatMap((module) => Object.values(module));
}

/** Returns every route that the contract declares, in any of its files. */
export const listContractRoutes = async (): Promise<RouteDefinition[]> => (await listExports()).filter(isRoute);

/** Returns every route in the contract whose response is a file. */
export const listRawRoutes = async (): Promise<RawRouteDefinition[]> => (await listExports()).filter(isRawRoute);

/** Returns the names of the fields of a body, a query or a path's parameters. */
export const fieldsOf = (schema: RouteDefinition['query']): string[] =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

/** Returns the path and definition of every list with cursors. */
export const listPagedRoutes = async () =>
  (await listContractRoutes())
    .filter((route) => fieldsOf(route.query).includes('cursor'))
    .map((route) => [route.path, route] as const);
