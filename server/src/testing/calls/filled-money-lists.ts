/** Fills the lists of payments, payouts and mails. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import { recordPayout } from '@afterhours/contract/payments/earnings';
import type { TestMember } from '../rows/members.ts';
import { buildSandboxToken, buildWebinar, pay } from '../rows/payments.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';

const currenciesPaid = ['usd', 'eur', 'gbp', 'aud', 'cad', 'chf', 'nzd', 'sgd'] as const;

/** Makes a payment in each currency. */
export async function fillPayments(app: TestApp, viewer: TestMember, host: TestMember): Promise<void> {
  for (const currency of currenciesPaid) {
    const webinar = await buildWebinar(app, host, { currency });
    await succeed(pay(app, viewer, webinar._id, await buildSandboxToken(app, viewer)));
  }
}

/** Records transfers of part of what the community owes to the host. */
export async function fillPayouts(app: TestApp, { token }: TestMember, { id: hostId }: TestMember): Promise<void> {
  for (const currency of currenciesPaid)
    await succeed(app.call(recordPayout, { token, body: { hostId, currency, amount: 100 } }));
}

/** Inserts mails that were rejected, and members whose addresses refuse mail. */
export async function fillMails(app: TestApp, members: readonly TestMember[]): Promise<void> {
  const ids = members.map(({ id }) => id);
  const later = new Date(Date.now() + DAY_MS);
  const mails = ids.map((user_id) => ({ user_id, since: new Date(), due_at: later, tries: 1, error: '451 later' }));
  await app.services.db.insertInto('notification_mails').values(mails).execute();
  await app.services.db
    .insertInto('notification_settings')
    .values(ids.map((user_id) => ({ user_id, stopped: 'refused' as const })))
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ stopped: 'refused' }))
    .execute();
}
