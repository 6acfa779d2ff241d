/**
 * Whether a member may sell webinars where hosts are the sellers: with an own account at the provider of payments; and
 * the tax of whoever sells.
 */
import type { CommunitySettings } from '@afterhours/contract/community';
import type { Db } from '#db/connection/pool.ts';
import type { Services } from '#services.ts';

type Provider = 'stripe' | 'sandbox';
type OwnAccount = { account: string; ready: boolean };

/** Returns the account of a host at this provider that is not closed; undefined for none. */
export function findAccount(db: Db, hostId: string, provider: Provider): Promise<OwnAccount | undefined> {
  return db
    .selectFrom('connected_accounts')
    .select(['account', 'charges_enabled as ready'])
    .where('user_id', '=', hostId)
    .where('provider', '=', provider)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Whether this host may ask for a price: always where the community is the seller. */
export async function maySell(
  db: Db,
  hostId: string,
  { seller, provider }: Pick<CommunitySettings, 'seller'> & { provider: Provider },
): Promise<boolean> {
  return seller === 'community' || (await findAccount(db, hostId, provider))?.ready === true;
}

/**
 * Returns the tax, in percent, of whoever sells a member's webinars: the community, or they themselves. Null where none
 * is set.
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
