/** The schemas of everything that a client may send, split into their leaves. */
import { clientEvents } from '@afterhours/contract/realtime';
import type * as z from 'zod/mini';
import { listContractRoutes } from './contract-routes.ts';

type Schema = z.core.$ZodType;
type Definition = z.core.$ZodTypes['_zod']['def'];

/** One leaf. `covered` is true if an earlier text or list in the pipe already checks the length. */
export type Part = { name: string; schema: z.core.$ZodTypes; covered: boolean };

const definitionOf = (schema: Schema): Definition => (schema as z.core.$ZodTypes)._zod.def;

/** Returns true if the first check of a text, or of a list, aborts the validation if it is too long. */
export function isBounded(schema: Schema): boolean {
  const definition = definitionOf(schema);
  if (definition.type === 'pipe') return isBounded(definition.in);
  if (definition.type !== 'string' && definition.type !== 'array') return false;
  const checks = (definition.checks ?? []).map((check) => check._zod.def as { check: string; abort?: boolean });
  const ends = (check: { check: string; abort?: boolean } | undefined) =>
    check?.check === 'max_length' && check.abort === true;
  return definition.type === 'string' ? ends(checks[0]) : checks.some(ends);
}

/** Returns the texts and lists in a schema, at any depth. */
function partsOf(name: string, schema: Schema, covered = false): Part[] {
  const definition = definitionOf(schema);
  if (definition.type === 'object')
    return Object.entries(definition.shape).flatMap(([key, inner]) => partsOf(`${name}.${key}`, inner, covered));
  if (definition.type === 'optional' || definition.type === 'nullable' || definition.type === 'default')
    return partsOf(name, definition.innerType, covered);
  if (definition.type === 'union') return definition.options.flatMap((option) => partsOf(name, option, covered));
  if (definition.type === 'pipe') {
    const isCovered = covered || isBounded(definition.in);
    return [...partsOf(name, definition.in, covered), ...partsOf(name, definition.out, isCovered)];
  }
  const own = { name, schema: schema as z.core.$ZodTypes };
  if (definition.type === 'array')
    return [{ ...own, covered: false }, ...partsOf(`${name}[]`, definition.element, covered)];
  return [{ ...own, covered }];
}

/** Returns the leaves of the input of every call and every socket event. */
export async function listRequestParts(): Promise<Part[]> {
  const routes = await listContractRoutes();
  return [
    ...routes.flatMap((route) =>
      (['query', 'body', 'params'] as const).flatMap((place) => {
        const schema = route[place];
        return schema ? partsOf(`${route.method} ${route.path} ${place}`, schema) : [];
      }),
    ),
    ...Object.entries(clientEvents).flatMap(([name, schema]) => partsOf(`socket event ${name}`, schema)),
  ];
}
