/**
 * Rows that travel as one JSON text: the database writes it in the time it would take to send the columns, and a reader
 * in C++ parses it, where a driver makes each value and each date by itself.
 */
const IN_UTC = '+00:00';
const TO_SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length;
const TO_MILLISECONDS = TO_SECONDS + '.sss'.length;

/**
 * An instant out of such a text as every time is answered (ISO 8601, UTC, milliseconds). The database writes it by its
 * own zone, which is mostly UTC, and leaves zeros at the end out.
 */
export function toTime(text: string): string {
  if (!text.endsWith(IN_UTC)) return new Date(text).toISOString();
  const bare = text.slice(0, -IN_UTC.length);
  return `${(bare.length === TO_SECONDS ? `${bare}.` : bare).padEnd(TO_MILLISECONDS, '0')}Z`;
}
