/** Decides who may publish webinars that cost money. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import type { WrittenText } from '@afterhours/contract/base/message';
import type { RouteDefinition } from '@afterhours/contract/base/route';
import type { CommunitySettings } from '@afterhours/contract/community/community';
import { sellerMessages } from '@afterhours/contract/community/community-limits';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { writeDay } from '#texts/times.ts';
import { AppError } from '../errors/errors.ts';
import type { Session } from './session.ts';

/** What counts for whether a member may sell. */
type Seller = Pick<Session, 'role' | 'seller' | 'joinedAt'>;

/** Returns why a member may not publish paid webinars; null if they may. Staff always may. */
export function findSellerRefusal(
  { sellers, sellerDays }: Pick<CommunitySettings, 'sellers' | 'sellerDays'>,
  { role, seller, joinedAt }: Seller,
): WrittenText | null {
  if (sellers === 'everybody' || role !== null || seller) return null;
  if (sellers === 'approved') return english(sellerMessages.notApproved);
  const from = new Date(joinedAt.getTime() + sellerDays * DAY_MS);
  if (from.getTime() <= Date.now()) return null;
  // Announces the first full day (UTC) on which the member may, so that the message is never too early.
  const date = writeDay(new Date(from.getTime() + DAY_MS - 1), null);
  return english(sellerMessages.notYet, { days: sellerDays, date });
}

/** Throws a 403 if a call publishes something that costs money and its member may not sell. */
export function requireSeller(
  { community }: Pick<Services, 'community'>,
  { sells }: Pick<RouteDefinition, 'sells'>,
  session: Session | null,
  body: unknown,
): void {
  if (!sells || !session) return;
  const fields = (body ?? {}) as Record<string, unknown>;
  if (!Object.entries(sells).every(([field, values]) => values.some((value) => value === fields[field]))) return;
  const refusal = findSellerRefusal(community.settings(), session);
  if (refusal !== null) throw new AppError(403, refusal, { reason: 'seller' });
}
