/** Returns the code in a thrown value, if it has one: the system's (`ENOSPC`) or the database's (`23505`). */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
