type UniqueViolation = Error & { code: '23505'; constraint?: string };

/** Returns true if the database rejected a row because of a unique constraint, or of the named one if it is given. */
export const isUniqueViolation = (error: unknown, constraint?: string): error is UniqueViolation =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  (constraint === undefined || ('constraint' in error && error.constraint === constraint));
