import type { OwnUser } from '@afterhours/contract/account/account';
import { defineBroadcast } from '#broadcast.ts';
import type { Db } from '#db/connection/pool.ts';
import { termsAccepted } from '#features/community/events.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { selectOwnUser } from './queries.ts';
import { toOwnUserView } from './views.ts';

const ownRecord = defineBroadcast<{ userId: string }>('own records');

/** Returns the member's own record as they see it; throws a 401 if the account has been deleted in the meantime. */
export async function loadOwnUser(db: Db, userId: string): Promise<OwnUser> {
  const row = await selectOwnUser(db, userId);
  if (!row) throw new AppError(401);
  return toOwnUserView(row);
}

/** Sends a member's record, or that they sign in differently now, to their tabs; nothing is loaded without any. */
export const announceOwnRecord = ({ channels }: Pick<Services, 'channels'>, userId: string): void =>
  channels.broadcast(ownRecord, { member: userId }, { userId });

export function sendOwnRecords({ channels, db, events, serialQueue }: Services): void {
  events.after(termsAccepted, ({ userId }) => announceOwnRecord({ channels }, userId));
  channels.onBroadcast(ownRecord, ({ userId }) =>
    serialQueue.coalesce(`own-record:${userId}`, async () => {
      const row = await selectOwnUser(db, userId);
      if (row) channels.toMemberHere(userId, 'ownProfile', { user: toOwnUserView(row) });
    }),
  );
}
