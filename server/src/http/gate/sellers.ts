/** Who may publish what costs those who join money. */

import type { WrittenText } from '@afterhours/contract/base/message';
import type { RouteDefinition } from '@afterhours/contract/base/route';
import type { CommunitySettings } from '@afterhours/contract/community';
import { sellerMessages } from '@afterhours/contract/community-limits';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { AppError } from '../errors/errors.ts';
import type { Session } from './session.ts';

const DAY_MS = 86_400_000;

type Standing = Pick<Session, 'role' | 'seller' | 'joinedAt'>;

/** Returns why a member may not publish webinars; null when they may. Those who run the community always may. */
export function findSellerRefusal(
  { sellers, sellerDays }: Pick<CommunitySettings, 'sellers' | 'sellerDays'>,
  { role, seller, joinedAt }: Standing,
): WrittenText | null {
  if (sellers === 'everybody' || role !== null || seller) return null;
  if (sellers === 'approved') return english(sellerMessages.notApproved);
  const from = new Date(joinedAt.getTime() + sellerDays * DAY_MS);
  if (from.getTime() <= Date.now()) return null;
  // From the first day on that is over for the whole time of it: the sentence promises nothing too early.
  const date = new Date(from.getTime() + DAY_MS - 1).toISOString().slice(0, 10);
  return english(sellerMessages.notYet, { days: sellerDays, date });
}

/** Throws a 403 when a call publishes something that costs money, and its member may not. */
export function requireSeller(
  { community }: Pick<Services, 'community'>,
  { sells }: Pick<RouteDefinition, 'sells'>,
  session: Session | null,
  body: unknown,
): void {
  if (!sells || !session) return;
  const given = (body ?? {}) as Record<string, unknown>;
  if (!Object.entries(sells).every(([field, values]) => values.some((value) => value === given[field]))) return;
  const refusal = findSellerRefusal(community.settings(), session);
  if (refusal !== null) throw new AppError(403, refusal, { reason: 'seller' });
}
