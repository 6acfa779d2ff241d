import { WEBINAR_AMOUNT } from '@afterhours/contract/constants/webinars';
import { earningMessages } from '@afterhours/contract/earnings';
import type { WebinarFields } from '@afterhours/contract/webinars';
import { loadTaxRate, maySell } from '#access/selling.ts';
import type { Db } from '#db/connection/pool.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';

/** Returns the rate that a webinar adds to its price whose form says so; null for others. */
export const loadAddedTax = async (
  services: Pick<Services, 'community'>,
  db: Db,
  { userId, fields }: { userId: string; fields: Pick<WebinarFields, 'tax'> & { postType?: string | undefined } },
): Promise<number | null> =>
  fields.postType === 'webinar' && fields.tax === 'added' ? loadTaxRate(services, db, userId) : null;

/** Throws a 422 for a tax that is to be added where the seller has set no rate. */
async function requireTaxRate(
  services: Pick<Services, 'db' | 'community'>,
  userId: string,
  { tax }: Pick<WebinarFields, 'tax'>,
): Promise<void> {
  if (tax !== 'added' || (await loadTaxRate(services, services.db, userId)) !== null) return;
  const { seller } = services.community.settings();
  throw fieldProblem('tax', seller === 'community' ? earningMessages.noCommunityTax : earningMessages.noTax);
}

/**
 * Throws a 422 for a price where hosts are the sellers and this one has no account that can take it. An order asks
 * again: the account may be closed by then. So does it for a tax without a rate.
 */
export async function requirePricing(
  services: Pick<Services, 'db' | 'community' | 'payments'>,
  userId: string,
  { postType, price, tax }: Pick<WebinarFields, 'price' | 'tax'> & { postType?: string | undefined },
): Promise<void> {
  if (postType !== 'webinar') return;
  const { db, community, payments } = services;
  await requireTaxRate(services, userId, { tax });
  const { seller } = community.settings();
  if ((typeof price === 'number' ? price : WEBINAR_AMOUNT) === 0) return;
  if (!(await maySell(db, userId, { seller, provider: payments.provider })))
    throw fieldProblem('price', earningMessages.noAccount);
}
