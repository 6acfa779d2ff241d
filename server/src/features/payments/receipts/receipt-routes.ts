import {
  type BillingDetails,
  getBillingDetails,
  getReceipt,
  getReceiptFile,
  isReceiptNumber,
  type Receipt,
  receiptMessages,
  setBillingDetails,
} from '@afterhours/contract/payments/receipts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { drawInWorker } from './draw-in-worker.ts';
import { type BillingRow, saveBilling, selectBilling, selectReceipt } from './receipt-queries.ts';

/** Returns a receipt. Throws 404 if this member may not see it. */
async function requireReceipt({ readsNow }: Services, userId: string, number: string): Promise<Receipt> {
  const row = isReceiptNumber(number) ? await selectReceipt(readsNow, userId, number) : undefined;
  if (!row) throw notFound(receiptMessages.notFound);
  const { kind, created_at: issuedAt, other_number: other, other_created_at: otherAt } = row;
  const content = { ...row.snapshot, number, kind, issuedAt: issuedAt.toISOString() };
  if (kind === 'credit_note') return { ...content, refersTo: other, cancelledBy: null, cancelledAt: null };
  return { ...content, refersTo: null, cancelledBy: other, cancelledAt: otherAt?.toISOString() ?? null };
}

const toBilling = (row: BillingRow | undefined): BillingDetails => ({
  name: row?.name ?? null,
  address: row?.address ?? null,
  taxId: row?.tax_id ?? null,
  vatId: row?.vat_id ?? null,
  taxPercent: row?.tax_percent == null ? null : Number(row.tax_percent),
});

export function registerReceipts({ bind, bindRaw, services }: FeatureContext): void {
  bind(getReceipt, async ({ viewerId, params }) => ({ body: await requireReceipt(services, viewerId, params.number) }));

  bindRaw(getReceiptFile, async ({ request, reply, session }) => {
    const { number } = request.params as { number: string };
    const receipt = await requireReceipt(services, session.userId, number);
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${receipt.number}.pdf"`,
      })
      .type(getReceiptFile.produces)
      .send(await drawInWorker(receipt));
  });

  bind(getBillingDetails, async ({ viewerId }) => ({
    body: toBilling(await selectBilling(services.readsNow, viewerId)),
  }));

  bind(setBillingDetails, async ({ viewerId, body }) => {
    const { name, address, taxId, vatId = (await selectBilling(services.db, viewerId))?.vat_id ?? null } = body;
    // An empty form field is stored as null.
    const texts = { name: name || null, address: address || null };
    const row = { ...texts, tax_id: taxId, vat_id: vatId, tax_percent: body.taxPercent };
    await saveBilling(services.db, viewerId, row);
    return { message: receiptMessages.saved, body: toBilling(row) };
  });
}
