/**
 * Rows that travel as one JSON text: the database writes it in the time it would take to send the columns, and a reader
 * in C++ parses it, where a driver makes each value and each date by itself.
 */
import { type RawBuilder, sql } from 'kysely';

/** SQL: an instant as it stands in such a text, in UTC; `toTime` reads it. */
export const inUtc = (instant: RawBuilder<unknown>): RawBuilder<string> => sql`(${instant} AT TIME ZONE 'UTC')`;

const TO_SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length;
const TO_MILLISECONDS = TO_SECONDS + '.sss'.length;

/** The instant as every time is answered (ISO 8601 with milliseconds): the database leaves zeros at the end out. */
export const toTime = (text: string): string =>
  `${(text.length === TO_SECONDS ? `${text}.` : text).padEnd(TO_MILLISECONDS, '0')}Z`;
