import { errorCode } from '../error-code.ts';

type UniqueViolation = Error & { code: '23505'; constraint?: string };

/** Returns true if the database rejected a row because of a unique constraint, or of the named one if it is given. */
export const isUniqueViolation = (error: unknown, constraint?: string): error is UniqueViolation =>
  errorCode(error) === '23505' && (constraint === undefined || (error as UniqueViolation).constraint === constraint);
