import * as contract from '@afterhours/contract/moderation/staff-mails';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { toPersonView } from '#features/people/views.ts';
import type { FeatureContext } from '#http/feature.ts';
import { english } from '#texts/english.ts';
import * as queries from './mail-queries.ts';

const { staffMailMessages } = contract;
const REFUSED = 'refused-mails';

const toView = ({ id, what, to, tries, error, since, next_at }: queries.MailRow): contract.WaitingMail => ({
  _id: id,
  what,
  to,
  tries,
  error,
  createdAt: since.toISOString(),
  nextTryAt: next_at.toISOString(),
});

/** Mails that are pending or refused, for owners. */
export function bindMails({ bind, services }: FeatureContext): void {
  const { db, readsNow, jobs } = services;

  bind(contract.listMails, async ({ query }) => {
    const list = `mails-${query.state}`;
    const start = pageStart(list, ['time', 'text', 'id'], query);
    const rows = await queries.selectMails(readsNow, jobs.listMailing(), { state: query.state, start });
    const { items, ...paging } = toPage(list, rows, start, queries.mailKey);
    return { body: items.map(toView), ...paging };
  });

  bind(contract.retryMails, async () => {
    const retried = await queries.retryFailing(db, jobs.listMailing());
    return { message: english(staffMailMessages.retried, { n: retried }), body: { retried } };
  });

  bind(contract.listRefused, async ({ query }) => {
    const start = pageStart(REFUSED, ['id'], query);
    const rows = await queries.selectRefused(readsNow, start);
    const { items, ...paging } = toPage(REFUSED, rows, start, queries.refusedKey);
    return { body: items.map((row) => ({ user: toPersonView(row), email: row.email })), ...paging };
  });

  bind(contract.resumeMails, async () => {
    const resumed = await queries.resumeRefused(db);
    return { message: english(staffMailMessages.resumed, { n: resumed }), body: { resumed } };
  });
}
