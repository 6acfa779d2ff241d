/**
 * Issues receipts. A receipt is written in the transaction that settles its payment, and a credit note in the one that
 * stores the refund. A payment from before receipts existed gets both when it is refunded.
 */
import { taxWithin } from '@afterhours/contract/constants/webinar-tax';
import type { Db } from '#db/connection/pool.ts';
import type { Services } from '#services.ts';
import type { PaymentRow } from '../queries.ts';
import {
  type BillingRow,
  type Content,
  type Facts,
  insertReceipt,
  type ReceiptRow,
  selectFacts,
  selectReceiptsOf,
  takeNumber,
} from './receipt-queries.ts';

const COMMUNITY = 'community';

type Seller = Content['seller'] & { taxPercent: number | null };

const toPercent = (stored: BillingRow['tax_percent'] | undefined): number | null =>
  stored === null || stored === undefined ? null : Number(stored);

/** Returns the seller: the community, or the host if the payment went to the host's own account. */
function sellerOf({ community }: Services, row: PaymentRow, { host_billing, host_name }: Facts): Seller {
  if (row.stripe_account === null) {
    const { billingName, billingAddress, billingTaxId, billingVatId, billingTaxPercent } = community.settings();
    const name = billingName ?? community.name();
    const ids = { taxId: billingTaxId, vatId: billingVatId };
    return { name, address: billingAddress, ...ids, taxPercent: billingTaxPercent };
  }
  const { name, address = null, tax_id: taxId = null, vat_id: vatId = null } = host_billing ?? {};
  return {
    name: name ?? host_name ?? community.name(),
    address,
    taxId,
    vatId,
    taxPercent: toPercent(host_billing?.tax_percent),
  };
}

/** Returns the tax of a payment: what was added to the price, or what it includes at the seller's rate. */
function taxOf({ amount, net, tax_percent }: PaymentRow, { taxPercent }: Pick<Seller, 'taxPercent'>) {
  if (net !== null) return { taxPercent: toPercent(tax_percent), tax: amount - net };
  return { taxPercent, tax: taxWithin(amount, taxPercent) };
}

async function buildContent(services: Services, db: Db, row: PaymentRow): Promise<Content> {
  const facts = await selectFacts(db, row.id);
  const { taxPercent, ...seller } = sellerOf(services, row, facts);
  const { payer_billing: billing } = facts;
  return {
    paymentId: row.id,
    paidAt: (row.settled_at ?? row.created_at).toISOString(),
    sandbox: row.provider === 'sandbox',
    community: services.community.name(),
    seller,
    buyer: {
      name: billing?.name ?? facts.payer_name ?? row.email,
      address: billing?.address ?? null,
      taxId: billing?.tax_id ?? null,
      vatId: billing?.vat_id ?? null,
      email: row.email,
    },
    item: {
      title: facts.title ?? row.description,
      host: facts.host_name,
      startsAt: facts.starts_at === null ? null : new Date(facts.starts_at).toISOString(),
      timeZone: facts.time_zone,
    },
    currency: row.currency,
    amount: row.amount,
    ...taxOf(row, { taxPercent }),
  };
}

/** Issues a receipt or a credit note. A credit note repeats the receipt's contents, whatever has changed since. */
async function issue(db: Db, row: PaymentRow, kind: ReceiptRow['kind'], snapshot: Content): Promise<void> {
  const issuer = row.stripe_account === null ? COMMUNITY : row.host_id;
  const year = new Date().getUTCFullYear();
  const taken = await takeNumber(db, issuer, year);
  await insertReceipt(db, { ...taken, issuer, year, kind, payment_id: row.id, snapshot });
}

/**
 * Issues what a settled payment lacks: a receipt, and a credit note once it is refunded. Must run last in a transaction
 * that has locked the payment.
 */
export async function issueReceipts(services: Services, db: Db, row: PaymentRow): Promise<void> {
  if (row.status !== 'completed' && row.status !== 'refunded') return;
  const issued = await selectReceiptsOf(db, row.id);
  const receipt = issued.find(({ kind }) => kind === 'receipt');
  const content = receipt?.snapshot ?? (await buildContent(services, db, row));
  if (!receipt) await issue(db, row, 'receipt', content);
  const credited = issued.some(({ kind }) => kind === 'credit_note');
  if (row.status === 'refunded' && !credited) await issue(db, row, 'credit_note', content);
}
