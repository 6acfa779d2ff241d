import { defineMessages } from '@afterhours/contract/base/message';
import type { Earning, EarningTotal, SellerAccount } from '@afterhours/contract/payments/earnings';
import Wallet from 'lucide-react/icons/wallet';
import { useEffect, useRef, useState } from 'react';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { onHostedChanged } from '#features/payments/seats/seat-changes.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { cx } from '#ui/text/cx.ts';
import { PageTitle } from '#ui/text/page-title.tsx';
import { loadEarnings, loadPayouts, loadSellerAccount, refreshAccount } from '../earning-commands.ts';
import { EarningRow } from '../earning-row.tsx';
import styles from '../earnings.module.css';
import { PagedRows } from '../paged-rows.tsx';
import { Payouts } from '../payouts.tsx';
import { OwnAccount } from '../seller-account.tsx';
import { Totals, TotalsSkeleton } from '../totals.tsx';

const texts = defineMessages('earnings.page', {
  title: 'Earnings',
  share: 'The community sells your webinars and pays you. It keeps {percent, number}% of each payment, tax included.',
  noShare: 'The community sells your webinars and pays you.',
  payments: 'Payments for your webinars',
  none: 'No payments yet',
  noneWhy: 'Payments for your webinars will appear here.',
  webinars: 'See webinars',
  settings: 'What your receipts say',
});

const idOf = ({ _id }: Earning): string => _id;

/** The account; a message if it could not be loaded; null while it is loading. */
type Known = SellerAccount | string | null;

/**
 * The seller account. When the host returns from the provider's form it is refreshed at the provider; otherwise the
 * stored state is loaded.
 */
function useSellerAccount(): [Known, (account: SellerAccount) => void, retry: () => void] {
  const [account, setAccount] = useState<Known>(null);
  const load = async () => {
    const cameBack = new URLSearchParams(location.search).has('account');
    const response = await (cameBack ? refreshAccount() : loadSellerAccount());
    setAccount(response.ok ? response.body : response.message);
  };
  const first = useRef(load);
  useEffect(() => void first.current(), []);
  const retry = () => {
    setAccount(null);
    void load();
  };
  return [account, setAccount, retry];
}

function NoEarnings() {
  return (
    <EmptyState
      icon={Wallet}
      title={t(texts.none)}
      action={<ButtonLink to="/webinars">{t(texts.webinars)}</ButtonLink>}
    >
      {t(texts.noneWhy)}
    </EmptyState>
  );
}

/** Totals, payments and payouts, which are reloaded after a change on this page. */
function Lists({ account }: { account: Known }) {
  const [totals, setTotals] = useState<EarningTotal[] | null>(null);
  const payouts = usePages(loadPayouts, ({ _id }) => _id, { name: 'payouts' });
  const load = async (cursor: string | null) => {
    const response = await loadEarnings(cursor);
    setTotals((now) => (response.ok ? response.totals : (now ?? [])));
    return response;
  };
  const pages = usePages(load, idOf, { name: 'earnings' });
  const onChange = () => {
    pages.reload();
    payouts.reload();
  };
  useEffect(() => onHostedChanged(onChange));
  // The account above would push the lists down when it arrives.
  if (account === null) return <TotalsSkeleton />;
  const byCommunity = typeof account !== 'string' && account.mode === 'community';
  return (
    <>
      <Totals totals={totals} byCommunity={byCommunity} onChange={onChange} />
      <Card title={t(texts.payments)}>
        <PagedRows
          pages={pages}
          idOf={idOf}
          renderRow={(earning) => <EarningRow earning={earning} onChange={onChange} />}
          none={<NoEarnings />}
        />
      </Card>
      <Payouts pages={payouts} />
    </>
  );
}

/** What the viewer earns with webinars: their account, totals, payments and payouts. */
export function EarningsPage() {
  const [account, setAccount, retry] = useSellerAccount();
  const [tries, setTries] = useState(0);
  const retryAll = () => {
    retry();
    setTries(tries + 1);
  };
  const known = account !== null && typeof account !== 'string' ? account : null;
  return (
    <Columns plain revealInOrder left={<OwnCard />}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <h1>{t(texts.title)}</h1>
      {typeof account === 'string' && <ErrorState message={account} onRetry={retryAll} />}
      {known?.mode === 'host' && <OwnAccount account={known} onChange={setAccount} />}
      {known?.mode === 'community' && (
        <p className={cx(styles.note, styles.lead)}>
          {known.sharePercent > 0 ? t(texts.share, { percent: known.sharePercent }) : t(texts.noShare)}
        </p>
      )}
      <Lists key={tries} account={account} />
      {account !== null && (
        <p className={styles.note}>
          <TextLink to="/Settings?tab=payments">{t(texts.settings)}</TextLink>
        </p>
      )}
    </Columns>
  );
}
