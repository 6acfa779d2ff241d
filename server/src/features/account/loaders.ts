import type { OwnUser } from '@afterhours/contract/account';
import type { Db } from '#db/pool.ts';
import { AppError } from '#http/errors.ts';
import { selectOwnUser } from './queries.ts';
import { toOwnUserView } from './views.ts';

/** The member's own record as they see it; 401 when the account is gone meanwhile. */
export async function loadOwnUser(db: Db, userId: string): Promise<OwnUser> {
  const row = await selectOwnUser(db, userId);
  if (!row) throw new AppError(401);
  return toOwnUserView(row);
}
