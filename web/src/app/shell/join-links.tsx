import { useLocation } from 'react-router';
import { accountTexts } from '#features/account/account-texts.ts';
import { findJoining } from '#features/account/joining.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { toLoginState } from '../routes/guards.tsx';
import styles from './join-links.module.css';

/** Links for guests on a public page, to sign in and, if anybody may, to join; afterwards they return to the page. */
export function JoinLinks() {
  const state = toLoginState(useLocation(), null);
  const { link, fitsPhone } = findJoining();
  return (
    <div className={styles.ways}>
      <ButtonLink to="/Login" state={state} size="small" variant={link ? 'quiet' : 'primary'}>
        {t(accountTexts.signIn)}
      </ButtonLink>
      {link && (
        <ButtonLink
          to="/Register"
          state={state}
          size="small"
          variant="primary"
          className={fitsPhone ? undefined : styles.notOnPhones}
        >
          {t(link)}
        </ButtonLink>
      )}
    </div>
  );
}
