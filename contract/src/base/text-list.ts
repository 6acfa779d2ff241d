/** Lists of texts as forms and JSON bodies send them. */
import * as z from 'zod/mini';
import { bounded, list } from './bounded.ts';

type TextListRules = {
  max: number;
  /** The maximum length of an item, in characters. */
  itemLength: number;
  /** The messages for too many items, and for a value that is not a list of texts. */
  tooMany: string;
  wrong: string;
  /** How to read a single field that is not JSON: as comma-separated words, or as one item. */
  single?: 'words' | 'item';
};

/** JSON needs at most six characters for one. */
const JSON_EXPANSION = 6;

function readList(value: string | unknown[], single: 'words' | 'item'): unknown {
  if (Array.isArray(value)) return value;
  if (!value.startsWith('['))
    return single === 'item' ? [value] : value.split(',').flatMap((part) => part.trim() || []);
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return [value];
  }
}

/** A list that a multipart form sends as several fields, as JSON text, or as one field. */
export function textList(
  item: z.core.$ZodType<string, string>,
  { max, itemLength, tooMany, wrong, single = 'words' }: TextListRules,
) {
  const oneText = z.string(wrong).check(bounded(max * (itemLength * JSON_EXPANSION + 10), tooMany));
  const items = list(z.unknown(), { max, message: tooMany });
  const problem = ({ input }: { input?: unknown }): string => {
    const isLong = typeof input === 'string' || (Array.isArray(input) && input.length > max);
    return isLong ? tooMany : wrong;
  };
  return z.pipe(
    z.pipe(
      z.union([oneText, items], { error: problem }),
      z.transform((value: string | unknown[]) => readList(value, single)),
    ),
    z.array(item, wrong).check(z.maxLength(max, { error: tooMany, abort: true })),
  );
}
