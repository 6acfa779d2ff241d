import { defineMessages } from '@afterhours/contract/base/message';
import { passwordsUsed } from '#lib/browser/site.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import styles from '../account-form.module.css';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

const texts = defineMessages('account.otherWays', {
  link: 'Email me a sign-in link',
});

/** The sign-in methods besides the password. `from` is the page that the member requested. */
export function OtherWays({ from }: { from?: string | undefined }) {
  return (
    <div className={styles.form}>
      <PasskeyButton />
      {passwordsUsed && (
        <ButtonLink to="/Login/link" wide>
          {t(texts.link)}
        </ButtonLink>
      )}
      <ProviderButtons from={from} alone={!passwordsUsed} />
    </div>
  );
}
