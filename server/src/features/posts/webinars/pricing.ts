import { WEBINAR_AMOUNT } from '@afterhours/contract/constants/webinars';
import { earningMessages } from '@afterhours/contract/payments/earnings';
import type { WebinarFields } from '@afterhours/contract/webinars/webinars';
import { loadTaxRate, maySell } from '#community/seller.ts';
import type { Db } from '#db/connection/pool.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';

type Priced = Pick<WebinarFields, 'price' | 'tax'> & { postType?: string | undefined };

/**
 * Returns the tax rate to add to a webinar's price if its form asks for that, and null otherwise. Throws a 422 if the
 * seller has set no rate, unless the webinar is free.
 */
export async function loadAddedTax(
  services: Pick<Services, 'community'>,
  db: Db,
  { userId, fields }: { userId: string; fields: Priced },
): Promise<number | null> {
  if (fields.postType !== 'webinar' || fields.tax !== 'added') return null;
  const rate = await loadTaxRate(services, db, userId);
  if (rate !== null || fields.price === 0) return rate;
  const { seller } = services.community.settings();
  throw fieldProblem('tax', seller === 'community' ? earningMessages.noCommunityTax : earningMessages.noTax);
}

type Edit = { userId: string; fields: Pick<WebinarFields, 'price' | 'tax'>; merged: Priced };

/** The same for a change: unless the price or its tax is part of the change, a webinar keeps its rate. */
export async function loadChangedTax(
  services: Pick<Services, 'community'>,
  db: Db,
  present: { added_tax: string | number | null } | null,
  { userId, fields, merged }: Edit,
): Promise<number | null> {
  if (fields.price !== undefined || fields.tax !== undefined)
    return loadAddedTax(services, db, { userId, fields: merged });
  return present === null || present.added_tax === null ? null : Number(present.added_tax);
}

/**
 * Throws a 422 for a price if hosts are the sellers and this host has no account that can take payments, or for a tax
 * without a rate. An order checks both again, since the account may be closed by then.
 */
export async function requirePricing(
  services: Pick<Services, 'db' | 'community' | 'payments'>,
  userId: string,
  { postType, price, tax }: Priced,
): Promise<void> {
  if (postType !== 'webinar') return;
  const { db, community, payments } = services;
  await loadAddedTax(services, db, { userId, fields: { postType, price, tax } });
  const { seller } = community.settings();
  if ((typeof price === 'number' ? price : WEBINAR_AMOUNT) === 0) return;
  if (!(await maySell(db, userId, { seller, provider: payments.provider })))
    throw fieldProblem('price', earningMessages.noAccount);
}
