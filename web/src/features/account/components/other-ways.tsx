import styles from './account-form.module.css';
import { GoogleButton } from './google-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** The ways to sign in beside the password. `from` is the page that the member wanted to open. */
export function OtherWays({ from }: { from?: string | undefined }) {
  return (
    <div className={styles.form}>
      <PasskeyButton />
      <GoogleButton from={from} />
    </div>
  );
}
