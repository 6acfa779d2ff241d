type UniqueViolation = Error & { code: '23505'; constraint?: string };

/** Whether the database refused a row because of a unique constraint; of the named one, if one is named. */
export const isUniqueViolation = (error: unknown, constraint?: string): error is UniqueViolation =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  (constraint === undefined || ('constraint' in error && error.constraint === constraint));
