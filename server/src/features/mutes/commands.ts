import { MAX_MUTES, type MuteTime, muteMessages } from '@afterhours/contract/mutes';
import { hashtagSlug } from '@afterhours/contract/posts/hashtags';
import { sql } from 'kysely';
import { lockCounters, requireMember } from '#access/members.ts';
import { requirePost } from '#access/posts.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { mutesChanged } from './events.ts';
import { countOthers, type Named, putMute, removeMute, selectMute } from './queries.ts';
import type { MuteRow } from './views.ts';

const durations = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' } as const;

/** Returns the stored form of a mute: ids in lower case, tags as slugs without #. */
const toStored = ({ kind, value }: Named): Named =>
  kind === 'word' ? { kind, value } : { kind, value: kind === 'tag' ? hashtagSlug(value) : value.toLowerCase() };

/**
 * Mutes something for a member; a repeat changes its duration. Throws 404 for members and posts that are not visible,
 * 422 for oneself, and 409 beyond MAX_MUTES.
 */
export function createMute(services: Services, userId: string, input: Named, time: MuteTime | null): Promise<MuteRow> {
  const named = toStored(input);
  if (named.value === '') throw fieldProblem('value', muteMessages.nothing);
  if (named.kind === 'member' && named.value === userId) throw fieldProblem('value', muteMessages.oneself);
  return inTransaction(services, async (tx) => {
    if (named.kind === 'member') await requireMember(tx.db, userId, named.value);
    if (named.kind === 'post') await requirePost(tx.db, userId, named.value);
    await lockCounters(tx.db, [userId]);
    if ((await countOthers(tx.db, userId, named)) >= MAX_MUTES)
      throw new AppError(409, english(muteMessages.tooMany, { max: MAX_MUTES }));
    await putMute(tx.db, userId, named, time === null ? sql`NULL` : sql`now() + ${durations[time]}::interval`);
    await tx.emit(mutesChanged, { userId });
    const row = await selectMute(tx.db, userId, named);
    if (!row) throw notFound();
    return row;
  });
}

/** Unmutes something; a repeat changes nothing. */
export function deleteMute(services: Services, userId: string, input: Named): Promise<Named> {
  const named = toStored(input);
  return inTransaction(services, async (tx) => {
    if (await removeMute(tx.db, userId, named)) await tx.emit(mutesChanged, { userId });
    return named;
  });
}
