import type { Receipt } from '@afterhours/contract/payments/receipts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { BillingDetailsTable, ReceiptsTable } from '#db/schema/tables/money.ts';

export type ReceiptRow = Omit<Selectable<ReceiptsTable>, 'snapshot'> & { snapshot: Content };
/** The contents of a receipt, apart from its number and date. */
export type Content = Omit<Receipt, 'number' | 'kind' | 'issuedAt' | 'refersTo' | 'cancelledBy' | 'cancelledAt'>;

export type BillingRow = Omit<Selectable<BillingDetailsTable>, 'user_id'>;

/** What a receipt is made from, as it is now. Fields of a deleted payer, host or webinar are null. */
export type Facts = {
  payer_name: string | null;
  host_name: string | null;
  title: string | null;
  starts_at: Date | null;
  time_zone: string | null;
  payer_billing: BillingRow | null;
  host_billing: BillingRow | null;
};

export async function selectFacts(db: Db, paymentId: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    SELECT payer.first_name || ' ' || payer.last_name AS payer_name,
      host.first_name || ' ' || host.last_name AS host_name, p.title, p.starts_at, p.time_zone,
      to_jsonb(payers) AS payer_billing, to_jsonb(hosts) AS host_billing
    FROM payments pay
    LEFT JOIN users payer ON payer.id = pay.user_id AND payer.deleted_at IS NULL
    LEFT JOIN users host ON host.id = pay.host_id AND host.deleted_at IS NULL
    LEFT JOIN posts p ON p.id = pay.post_id
    LEFT JOIN billing_details payers ON payers.user_id = payer.id
    LEFT JOIN billing_details hosts ON hosts.user_id = host.id
    WHERE pay.id = ${paymentId}::uuid`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error(`There is no payment ${paymentId}.`);
  return facts;
}

/**
 * Takes the next number of an issuer in a year. The row stays locked until the transaction ends, so that only a receipt
 * uses up a number. It must be the last row that a transaction locks.
 */
export async function takeNumber(db: Db, issuer: string, year: number): Promise<{ number: string; position: number }> {
  await sql`
    INSERT INTO receipt_issuers (issuer) SELECT ${issuer}
    WHERE NOT EXISTS (SELECT FROM receipt_issuers WHERE issuer = ${issuer}) ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{ position: number; code: number }>`
    INSERT INTO receipt_series AS s (issuer, year, last_position) VALUES (${issuer}, ${year}, 1)
    ON CONFLICT (issuer, year) DO UPDATE SET last_position = s.last_position + 1
    RETURNING last_position AS position,
      (SELECT code FROM receipt_issuers i WHERE i.issuer = s.issuer) AS code`.execute(db);
  const [taken] = rows;
  if (!taken) throw new Error(`No number was taken for ${issuer}.`);
  const { position, code } = taken;
  return { position, number: `R${code}-${year}-${String(position).padStart(6, '0')}` };
}

export async function insertReceipt(db: Db, row: Omit<ReceiptRow, 'created_at'>): Promise<void> {
  await db
    .insertInto('receipts')
    .values({ ...row, snapshot: JSON.stringify(row.snapshot) })
    .execute();
}

/** Receipts of earlier versions have no VAT IDs. */
const withVatIds = (snapshot: Content): Content => ({
  ...snapshot,
  seller: { ...snapshot.seller, vatId: snapshot.seller.vatId ?? null },
  buyer: { ...snapshot.buyer, vatId: snapshot.buyer.vatId ?? null },
});

/** Returns the receipt and the credit note of a payment, as far as they have been issued. */
export async function selectReceiptsOf(db: Db, paymentId: string): Promise<ReceiptRow[]> {
  const rows = await db
    .selectFrom('receipts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('position')
    .execute();
  return rows as ReceiptRow[];
}

/** `other`: the credit note of a receipt, and the receipt of a credit note. */
type Found = ReceiptRow & { other_number: string | null; other_created_at: Date | null };

/** Returns a receipt if this member may see it: its payer, or the host who issued it. */
export async function selectReceipt(db: Db, userId: string, number: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    SELECT r.*, other.number AS other_number, other.created_at AS other_created_at
    FROM receipts r JOIN payments pay ON pay.id = r.payment_id
    LEFT JOIN receipts other ON other.payment_id = r.payment_id AND other.kind <> r.kind
    WHERE r.number = ${number} AND (pay.user_id = ${userId}::uuid OR r.issuer = ${userId})`.execute(db);
  const [found] = rows;
  return found && { ...found, snapshot: withVatIds(found.snapshot) };
}

export function selectBilling(db: Db, userId: string): Promise<BillingRow | undefined> {
  return db
    .selectFrom('billing_details')
    .select(['name', 'address', 'tax_id', 'vat_id', 'tax_percent'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function saveBilling(db: Db, userId: string, row: BillingRow): Promise<void> {
  await db
    .insertInto('billing_details')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}
