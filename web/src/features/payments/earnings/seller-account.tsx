import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { SellerAccount } from '@afterhours/contract/payments/earnings';
import { useState } from 'react';
import { showFailure } from '#lib/api/show-failure.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Card } from '#ui/layout/card.tsx';
import { refreshAccount, setUpAccount } from './earning-commands.ts';
import styles from './earnings.module.css';

const texts = defineMessages('earnings.account', {
  title: 'Your account',
  none: 'Payments for your webinars go to an account of your own at Stripe. Until you have one, offer free webinars.',
  incomplete: 'Stripe needs something else from you before your account can take payments.',
  ready: 'Your account can take payments.',
  noPayouts: 'Stripe cannot pay out to your bank yet: it needs something else from you first.',
  closed:
    'Your account is closed, or no longer connected. New payments are refused, and refunds wait. Nothing is lost: ' +
    'what was paid is in that account.',
  setUp: 'Set up your account',
  goOn: 'Continue at Stripe',
  refresh: 'Check again',
  sandbox: 'Sandbox: the account is ready at once.',
  share: 'The community keeps {percent, number}% of each payment, tax included.',
});

const stateTexts: Record<SellerAccount['state'], MessageDescriptor> = {
  none: texts.none,
  incomplete: texts.incomplete,
  ready: texts.ready,
  closed: texts.closed,
};

type SellerAccountProps = { account: SellerAccount; onChange: (account: SellerAccount) => void };

/** The viewer's own account at the provider, for communities in which hosts are the sellers. */
export function OwnAccount({ account, onChange }: SellerAccountProps) {
  const { state, payouts, sandbox, sharePercent } = account;
  const needsSetUp = state === 'none' || state === 'closed';
  const [busy, setBusy] = useState(false);
  const setUp = async () => {
    setBusy(true);
    const response = await setUpAccount();
    if (response.ok) return location.assign(response.body.url);
    setBusy(false);
    showFailure(response);
  };
  const refresh = async () => {
    setBusy(true);
    const response = await refreshAccount();
    setBusy(false);
    if (response.ok) onChange(response.body);
    else showFailure(response);
  };
  const tone = state === 'ready' ? 'success' : state === 'closed' ? 'danger' : 'info';
  return (
    <Card title={t(texts.title)}>
      <div className={styles.stack}>
        <Banner tone={tone}>{t(stateTexts[state])}</Banner>
        {state === 'ready' && !payouts && <Banner>{t(texts.noPayouts)}</Banner>}
        {sharePercent > 0 && <p className={styles.note}>{t(texts.share, { percent: sharePercent })}</p>}
        {sandbox && needsSetUp && <p className={styles.note}>{t(texts.sandbox)}</p>}
        <div className={styles.buttons}>
          {(state !== 'ready' || !payouts) && (
            <Button variant="primary" loading={busy} onClick={() => void setUp()}>
              {t(needsSetUp ? texts.setUp : texts.goOn)}
            </Button>
          )}
          {state !== 'none' && (
            <Button disabled={busy} onClick={() => void refresh()}>
              {t(texts.refresh)}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
