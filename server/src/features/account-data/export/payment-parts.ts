/** The payment parts of the export: payments made, received and paid out. */
import { sql } from 'kysely';
import { COMMUNITY_SHARE } from '#db/statements/community-share.ts';
import { type ExportPart, part } from './part.ts';
import { exportTexts } from './texts.ts';

/**
 * SQL for a receipt's key and entry. The key is not the payment's, because a payment may have a receipt and a credit
 * note.
 */
const receipt = sql`md5(r.issuer || ' ' || r.number || ' ' || r.kind)::uuid AS key,
  r.snapshot || jsonb_build_object('number', r.number, 'kind', r.kind, 'issuedAt', r.created_at) AS entry`;

export const paymentParts: readonly ExportPart[] = [
  part(
    'payments.json',
    exportTexts.payments,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('id', id, 'postId', post_id, 'status', status, 'amount', amount,
      'currency', currency, 'at', created_at) AS entry FROM payments WHERE user_id = ${me}`,
  ),
  part(
    'receipts.json',
    exportTexts.receipts,
    (me) => sql`
    SELECT ${receipt} FROM receipts r JOIN payments pay ON pay.id = r.payment_id WHERE pay.user_id = ${me}
    UNION SELECT ${receipt} FROM receipts r WHERE r.issuer = ${me}::text`,
  ),
  part(
    'earnings.json',
    exportTexts.earnings,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('id', id, 'postId', post_id, 'status', status, 'amount', amount,
      'communityShare', ${COMMUNITY_SHARE},
      'currency', currency, 'dispute', dispute, 'at', settled_at) AS entry
    FROM payments pay WHERE host_id = ${me} AND status IN ('completed', 'refunded')`,
  ),
  part(
    'payouts.json',
    exportTexts.payouts,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('amount', amount, 'currency', currency, 'status', status,
      'arrivesAt', arrives_at, 'canceledAt', canceled_at, 'cancelReason', cancel_reason, 'at', created_at) AS entry
    FROM payouts WHERE host_id = ${me}`,
  ),
  part(
    'billing.json',
    exportTexts.billing,
    (me) => sql`
    SELECT user_id AS key, jsonb_build_object('name', name, 'address', address, 'taxId', tax_id,
      'vatId', vat_id, 'taxPercent', tax_percent) AS entry FROM billing_details WHERE user_id = ${me}`,
  ),
];
