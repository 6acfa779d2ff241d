/**
 * The seller of a member's webinars: the community, or the member, who then needs an account at the payment provider.
 */
import type { CommunitySettings } from '@afterhours/contract/community/community';
import { type Expression, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Services } from '#services.ts';

type Provider = 'stripe' | 'sandbox';
type OwnAccount = { account: string; ready: boolean };

/** Returns a host's open account at this provider; undefined if there is none. */
export function findAccount(db: Db, hostId: string, provider: Provider): Promise<OwnAccount | undefined> {
  return db
    .selectFrom('connected_accounts')
    .select(['account', 'charges_enabled as ready'])
    .where('user_id', '=', hostId)
    .where('provider', '=', provider)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Returns true if this host may charge for webinars. Where the community is the seller, every host may. */
export async function maySell(
  db: Db,
  hostId: string,
  { seller, provider }: Pick<CommunitySettings, 'seller'> & { provider: Provider },
): Promise<boolean> {
  return seller === 'community' || (await findAccount(db, hostId, provider))?.ready === true;
}

/** Whether the seller of the webinars of a member has set a tax rate. */
export const sellerHasTax = (userId: Expression<unknown>) => sql<boolean>`CASE
  WHEN (SELECT settings ->> 'seller' = 'host' FROM community_settings)
  THEN EXISTS (SELECT FROM billing_details b WHERE b.user_id = ${userId} AND b.tax_percent IS NOT NULL)
  ELSE EXISTS (SELECT FROM community_settings WHERE settings ->> 'billingTaxPercent' IS NOT NULL) END`;

/**
 * Returns the tax rate, in percent, of the seller of a member's webinars: the community, or the member. Null if none is
 * set.
 */
export async function loadTaxRate({ community }: Pick<Services, 'community'>, db: Db, userId: string) {
  const { seller, billingTaxPercent } = community.settings();
  if (seller === 'community') return billingTaxPercent;
  const own = await db
    .selectFrom('billing_details')
    .select('tax_percent')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return own?.tax_percent == null ? null : Number(own.tax_percent);
}
