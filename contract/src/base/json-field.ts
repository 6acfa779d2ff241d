/** Fields that hold more than text: JSON bodies send them as JSON values, multipart forms as JSON text. */
import * as z from 'zod/mini';
import { bounded, list } from './bounded.ts';

type JsonListRules = { max: number; maxText: number; tooMany: string; wrong: string };

function read(value: string | unknown[]): unknown {
  if (Array.isArray(value)) return value;
  if (value === '') return [];
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}

/** A list of objects, sent as JSON or as JSON text. */
export function jsonList<T extends z.core.$ZodType>(item: T, { max, maxText, tooMany, wrong }: JsonListRules) {
  return z.pipe(
    z.pipe(
      z.union([z.string(wrong).check(bounded(maxText, tooMany)), list(z.unknown(), { max, message: tooMany })], {
        error: ({ input }) => (Array.isArray(input) || typeof input === 'string' ? tooMany : wrong),
      }),
      z.transform((value: string | unknown[]) => read(value)),
    ),
    z.array(item, wrong).check(z.maxLength(max, { error: tooMany, abort: true })),
  );
}
