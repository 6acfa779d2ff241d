import * as contract from '@afterhours/contract/payments/earnings';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { describeAccount, refreshOwnAccount, setUpAccount } from '../accounts/account-commands.ts';
import { payoutChanged } from '../events.ts';
import { selectOwners } from '../queries.ts';
import { cancelPayout, endDispute, recordPayout } from './earning-commands.ts';
import {
  idKey,
  owedKey,
  selectEarnings,
  selectOwed,
  selectPayouts,
  selectRecorded,
  selectTotals,
} from './earning-queries.ts';
import { toEarningView, toOwedView, toPayoutView, toRecordedView, toTotals } from './earning-views.ts';

const { earningMessages } = contract;
const EARNINGS = 'earnings';
const PAYOUTS = 'payouts';
const OWED = 'owed-hosts';
const RECORDED = 'recorded-payouts';

function registerAccounts({ bind, services }: FeatureContext): void {
  bind(contract.getSellerAccount, async ({ viewerId }) => ({ body: await describeAccount(services, viewerId) }));

  bind(contract.setUpSellerAccount, async ({ viewerId }) => ({
    body: { url: await setUpAccount(services, viewerId) },
  }));

  bind(contract.refreshSellerAccount, async ({ viewerId }) => ({ body: await refreshOwnAccount(services, viewerId) }));
}

/** Makes the tabs of owners reload the payouts, so that nothing is transferred or recorded twice. */
function announcePayouts({ channels, db, events, serialQueue }: Services): void {
  events.after(payoutChanged, () =>
    serialQueue.coalesce('payouts', async () => {
      for (const userId of await selectOwners(db)) channels.toMember(userId, 'payouts', {});
    }),
  );
}

/** Binds the routes with which owners list what the community owes, and record payouts or cancel a record. */
function registerOwed({ bind, services }: FeatureContext): void {
  announcePayouts(services);
  bind(contract.listOwedHosts, async ({ query }) => {
    const start = pageStart(OWED, ['text', 'text'], query);
    const rows = await selectOwed(services.readsNow, services.payments.provider, start);
    const { items, ...paging } = toPage(OWED, rows, start, owedKey);
    return { body: items.map(toOwedView), ...paging };
  });

  bind(contract.recordPayout, async ({ viewerId, body }) => {
    const row = await recordPayout(services, viewerId, body);
    return { message: earningMessages.recorded, body: toPayoutView(row) };
  });

  bind(contract.listRecordedPayouts, async ({ query }) => {
    const start = pageStart(RECORDED, ['id'], query);
    const rows = await selectRecorded(services.readsNow, services.payments.provider, start);
    const { items, ...paging } = toPage(RECORDED, rows, start, idKey);
    return { body: items.map(toRecordedView), ...paging };
  });

  bind(contract.cancelPayout, async ({ viewerId, params, body }) => {
    const row = await cancelPayout(services, viewerId, { id: params.id, reason: body.reason });
    return { message: earningMessages.canceled, body: toRecordedView(row) };
  });
}

export function registerEarnings(context: FeatureContext): void {
  const { bind, services } = context;
  registerAccounts(context);
  registerOwed(context);

  bind(contract.listEarnings, async ({ viewerId, query }) => {
    const start = pageStart(EARNINGS, ['id'], query);
    const rows = await selectEarnings(services.readsNow, viewerId, start);
    const { items, ...paging } = toPage(EARNINGS, rows, start, idKey);
    const totals = toTotals(await selectTotals(services.readsNow, viewerId));
    return { body: items.map(toEarningView), ...paging, totals };
  });

  bind(contract.listPayouts, async ({ viewerId, query }) => {
    const start = pageStart(PAYOUTS, ['id'], query);
    const rows = await selectPayouts(services.readsNow, viewerId, start);
    const { items, ...paging } = toPage(PAYOUTS, rows, start, idKey);
    return { body: items.map(toPayoutView), ...paging };
  });

  bind(contract.paySandboxOut, async ({ viewerId, body }) => {
    if (services.payments.provider !== 'sandbox') throw notFound();
    const row = await recordPayout(services, null, { hostId: viewerId, currency: body.currency, amount: null });
    return { message: earningMessages.paidOut, body: toPayoutView(row) };
  });

  bind(contract.endSandboxDispute, async ({ viewerId, params, body }) => {
    const row = await endDispute(services, viewerId, { id: params.id, won: body.won });
    return { message: earningMessages.disputeEnded, body: toEarningView(row) };
  });
}
