import { passwordsUsed } from '#lib/browser/site.ts';
import styles from './account-form.module.css';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

/** The ways to sign in beside the password. `from` is the page that the member wanted to open. */
export function OtherWays({ from }: { from?: string | undefined }) {
  return (
    <div className={styles.form}>
      <PasskeyButton />
      <ProviderButtons from={from} alone={!passwordsUsed} />
    </div>
  );
}
