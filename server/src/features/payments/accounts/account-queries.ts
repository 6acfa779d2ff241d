import { earningMessages } from '@afterhours/contract/payments/earnings';
import { type Insertable, type Selectable, sql } from 'kysely';
import { postVisible } from '#access/visibility.ts';
import { findAccount, loadTaxRate } from '#community/seller.ts';
import type { Db } from '#db/connection/pool.ts';
import type { ConnectedAccountsTable, PayoutsTable } from '#db/schema/tables/money.ts';
import { AppError } from '#http/errors/errors.ts';
import type { AccountState } from '#platform/payments/payments.ts';
import type { Services } from '#services.ts';

export type AccountRow = Selectable<ConnectedAccountsTable>;

/** Returns the account that a host's sale goes to, and the community's share. Throws 409 when the host cannot sell. */
export async function requireSale(
  { community, payments }: Pick<Services, 'community' | 'payments'>,
  db: Db,
  hostId: string,
  price: number,
): Promise<{ stripe_account: string | null; application_fee: number }> {
  const { seller, sharePercent } = community.settings();
  const share = Math.floor((price * sharePercent) / 100);
  if (seller === 'community') return { stripe_account: null, application_fee: share };
  const own = await findAccount(db, hostId, payments.provider);
  if (!own?.ready) throw new AppError(409, earningMessages.cannotSell);
  return { stripe_account: own.account, application_fee: share };
}

/**
 * Returns the account that is charged for a webinar, null for the community's own, and the tax that the price includes,
 * in percent. Both are null if the viewer cannot see the webinar.
 */
export async function findSale(
  { community, payments, readsNow }: Pick<Services, 'community' | 'payments' | 'readsNow'>,
  viewerId: string,
  postId: string,
): Promise<{ account: string | null; includedTax: number | null }> {
  const post = await readsNow
    .selectFrom('posts as p')
    .leftJoin('webinars as w', 'w.post_id', 'p.id')
    .select(['p.user_id', 'w.added_tax'])
    .where('p.id', '=', postId)
    .where('p.post_type', '=', 'webinar')
    .where(postVisible(viewerId))
    .executeTakeFirst();
  if (!post) return { account: null, includedTax: null };
  const hostSells = community.settings().seller !== 'community';
  const own = hostSells ? await findAccount(readsNow, post.user_id, payments.provider) : undefined;
  const includedTax = post.added_tax === null ? await loadTaxRate({ community }, readsNow, post.user_id) : null;
  return { account: own?.account ?? null, includedTax };
}

export async function selectEmail(db: Db, userId: string): Promise<string> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  return row.email;
}

export function selectAccount(db: Db, userId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('connected_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export function selectAccountById(db: Db, account: string): Promise<AccountRow | undefined> {
  return db.selectFrom('connected_accounts').selectAll().where('account', '=', account).executeTakeFirst();
}

/** Returns the payments in an account of which it is unknown whether they were charged. */
export async function selectUnknownCharges(db: Db, account: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('stripe_account', '=', account)
    .where('status', '=', 'failed')
    .where('refund_blocked', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores a new account in place of one that is closed or belongs to another provider. */
export async function replaceAccount(
  db: Db,
  { user_id, provider, account }: Pick<AccountRow, 'user_id' | 'provider' | 'account'>,
): Promise<void> {
  const fresh = { charges_enabled: false, payouts_enabled: false, details_submitted: false, closed_at: null };
  await db
    .insertInto('connected_accounts')
    .values({ user_id, provider, account })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ provider, account, ...fresh }))
    .execute();
}

/** Stores the state of an account; null means that the provider no longer knows the account. */
export async function storeState(db: Db, account: string, state: AccountState | null): Promise<void> {
  await db
    .updateTable('connected_accounts')
    .set({
      charges_enabled: state?.chargesEnabled ?? false,
      payouts_enabled: state?.payoutsEnabled ?? false,
      details_submitted: state?.detailsSubmitted ?? false,
      closed_at: state ? null : sql<Date>`coalesce(closed_at, now())`,
    })
    .where('account', '=', account)
    .execute();
}

/**
 * Stores a payout by the provider, or updates its state. Of two responses that arrive out of order, the one from before
 * the payout had ended changes nothing.
 */
export async function storePayout(db: Db, row: Insertable<PayoutsTable>): Promise<void> {
  const { status, arrives_at, amount } = row;
  await db
    .insertInto('payouts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('reference')
        .doUpdateSet({ status, arrives_at, amount })
        .where((of) =>
          of.or([
            of('payouts.status', 'in', ['pending', 'in_transit']),
            of('excluded.status', 'not in', ['pending', 'in_transit']),
          ]),
        ),
    )
    .execute();
}
