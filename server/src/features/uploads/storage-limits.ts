/** How much a member may store, and upload in a day. Triggers keep the rows of `member_storage`. */
import { DAILY_UPLOAD_MB, uploadMessages } from '@afterhours/contract/constants/uploads';
import { formatMegabytes } from '@afterhours/contract/uploads';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';

const MEGABYTE = 1024 * 1024;

type Held = { bytes: number; day_bytes: number; seconds_left: number };

async function selectHeld(db: Db, ownerId: string): Promise<Held> {
  const { rows } = await sql<Held>`
    SELECT bytes::float8 AS bytes,
      (CASE WHEN day = (now() AT TIME ZONE 'UTC')::date THEN day_bytes ELSE 0 END)::float8 AS day_bytes,
      extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day' - (now() AT TIME ZONE
        'UTC'))::float8 AS seconds_left
    FROM member_storage WHERE user_id = ${ownerId}::uuid`.execute(db);
  return rows[0] ?? { bytes: 0, day_bytes: 0, seconds_left: 0 };
}

/**
 * Throws a 413 when a member stores more than they may, or has uploaded more than they may in a day, then with the time
 * when that ends; `more` is the size of the next file. Within the transaction that has added a file the row is locked
 * until the commit, so that of two concurrent files one sees the other.
 */
export async function requireStorage(
  db: Db,
  { config, community }: Pick<Services, 'config' | 'community'>,
  ownerId: string,
  more = 0,
): Promise<void> {
  const { bytes, day_bytes, seconds_left } = await selectHeld(db, ownerId);
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
