import { accountDataMessages, EXPORT_BY_LINK_PATH } from '@afterhours/contract/account/account-data';
import { defineMessages } from '@afterhours/contract/base/message';
import Download from 'lucide-react/icons/download';
import { useLocation } from 'react-router';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import styles from '../components/account-form.module.css';
import { AccountFrame } from '../components/account-frame.tsx';
import { ExportProgress } from '../components/export-progress.tsx';
import { exportTexts, useExport } from '../use-export.ts';

const texts = defineMessages('account.export', {
  title: 'A copy of your data',
  download: 'Download my data',
  home: 'Go to the front page',
});

/** Uses the link on a click, because programs that open links in mails do not click buttons. */
function ByLink({ token }: { token: string }) {
  const { state, start, stop } = useExport({ path: EXPORT_BY_LINK_PATH, publicBody: { token } });
  const isDead = state.failure === 404;
  return (
    <div ref={keepFocus} className={styles.form}>
      {!isDead && <p>{t(exportTexts.about)}</p>}
      {state.status === 'failed' && <Banner tone="danger">{state.message}</Banner>}
      {!isDead && (
        <Button
          variant="primary"
          wide
          icon={Download}
          loading={state.status === 'running'}
          onClick={() => void start()}
        >
          {t(texts.download)}
        </Button>
      )}
      {!isDead && <ExportProgress state={state} onStop={stop} />}
    </div>
  );
}

/** The page of a data export link that an owner has had mailed to a member; the token is in the fragment. */
export function ExportPage() {
  const token = useLocation().hash.replace(/^#/, '');
  return (
    <AccountFrame title={t(texts.title)} foot={<TextLink to="/">{t(texts.home)}</TextLink>}>
      {token ? <ByLink key={token} token={token} /> : <Banner tone="danger">{t(accountDataMessages.deadLink)}</Banner>}
    </AccountFrame>
  );
}
