/**
 * Rows as one JSON text: the database serializes it in the time that sending the columns would take, and V8's parser,
 * in C++, is faster than a driver that converts each value and each date separately.
 */
const IN_UTC = '+00:00';
const TO_SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length;
const TO_MILLISECONDS = TO_SECONDS + '.sss'.length;

/**
 * Converts a time in such a text to the form of every response (ISO 8601, UTC, milliseconds). The database writes it in
 * its own time zone, usually UTC, and omits trailing zeros.
 */
export function toTime(text: string): string {
  if (!text.endsWith(IN_UTC)) return new Date(text).toISOString();
  const bare = text.slice(0, -IN_UTC.length);
  return `${(bare.length === TO_SECONDS ? `${bare}.` : bare).padEnd(TO_MILLISECONDS, '0')}Z`;
}
