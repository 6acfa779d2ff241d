/** The length of what callers send, checked before anything else: apart, because pages that sign in need no more. */
import * as z from 'zod/mini';

/**
 * The first check of every text that a caller sends. It ends the checking, so that nothing works through a text whose
 * length nobody intended. `max` is in code points.
 */
export const bounded = (max: number, message: string) => z.maxLength(max, { error: message, abort: true });

type ListRules = { max: number; message: string };

/** An array that a caller sends. Its length is checked before its items. */
export const list = <S extends z.core.$ZodType>(item: S, { max, message }: ListRules) =>
  z.array(item, message).check(z.maxLength(max, { error: message, abort: true }));
