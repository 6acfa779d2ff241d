/** How much a member may store, and upload per day. Triggers maintain the rows of `member_storage`. */
import { DAILY_UPLOAD_MB, uploadMessages } from '@afterhours/contract/constants/uploads';
import { formatMegabytes } from '@afterhours/contract/uploads';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';

const MEGABYTE = 1024 * 1024;

type Usage = { bytes: number; day_bytes: number; seconds_left: number };

async function selectUsage(db: Db, ownerId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    SELECT bytes::float8 AS bytes,
      (CASE WHEN day = (now() AT TIME ZONE 'UTC')::date THEN day_bytes ELSE 0 END)::float8 AS day_bytes,
      extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day' - (now() AT TIME ZONE
        'UTC'))::float8 AS seconds_left
    FROM member_storage WHERE user_id = ${ownerId}::uuid`.execute(db);
  return rows[0] ?? { bytes: 0, day_bytes: 0, seconds_left: 0 };
}

/**
 * Throws a 413 if a member stores more than they may, or has uploaded more than they may in a day; in the latter case,
 * the error says when to retry. `more` is the size of the next file. If the transaction has added a file, the row is
 * locked until the commit, so that of two concurrent uploads one counts the other.
 */
export async function requireStorage(
  db: Db,
  { config, community }: Pick<Services, 'config' | 'community'>,
  ownerId: string,
  more = 0,
): Promise<void> {
  const { bytes, day_bytes, seconds_left } = await selectUsage(db, ownerId);
  const { storageMb, uploadMbPerDay } = community.settings();
  const stored = Math.min(storageMb ?? config.memberStorageMb, config.memberStorageMb);
  if (bytes + more > stored * MEGABYTE)
    throw new AppError(413, english(uploadMessages.storageFull, { size: formatMegabytes(stored) }));
  const daily = uploadMbPerDay ?? DAILY_UPLOAD_MB;
  if (day_bytes + more > daily * MEGABYTE)
    throw new AppError(413, english(uploadMessages.dayFull, { size: formatMegabytes(daily) }), {
      retryAfter: seconds_left,
    });
}
