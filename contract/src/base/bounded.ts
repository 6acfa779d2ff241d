/** Length checks of what callers send, in a module of their own because the sign-in pages need no more than these. */
import * as z from 'zod/mini';

/**
 * The first check on every text that a caller sends. It aborts validation, so that nothing processes a text of
 * unintended length. `max` is in code points.
 */
export const bounded = (max: number, message: string) => z.maxLength(max, { error: message, abort: true });

type ListRules = { max: number; message: string };

/** An array that a caller sends. Its length is checked before its items are. */
export const list = <S extends z.core.$ZodType>(item: S, { max, message }: ListRules) =>
  z.array(item, message).check(z.maxLength(max, { error: message, abort: true }));
