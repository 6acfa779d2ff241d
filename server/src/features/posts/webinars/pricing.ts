import { WEBINAR_AMOUNT } from '@afterhours/contract/constants/webinars';
import { earningMessages } from '@afterhours/contract/earnings';
import type { WebinarFields } from '@afterhours/contract/webinars';
import { maySell } from '#access/selling.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';

/**
 * Throws a 422 for a price where hosts are the sellers and this one has no account that can take it. An order asks
 * again: the account may be closed by then.
 */
export async function requirePricing(
  { db, community, payments }: Pick<Services, 'db' | 'community' | 'payments'>,
  userId: string,
  { postType, price }: Pick<WebinarFields, 'price'> & { postType?: string | undefined },
): Promise<void> {
  if (postType !== 'webinar') return;
  const { seller } = community.settings();
  if ((typeof price === 'number' ? price : WEBINAR_AMOUNT) === 0) return;
  if (!(await maySell(db, userId, { seller, provider: payments.provider })))
    throw fieldProblem('price', earningMessages.noAccount);
}
