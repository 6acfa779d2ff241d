import { defineMessages } from '@afterhours/contract/base/message';
import { useLocation } from 'react-router';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { toLoginState } from '../routes/guards.tsx';
import styles from './ways-in.module.css';

const texts = defineMessages('app.waysIn', {
  signIn: 'Sign in',
  join: 'Join',
});

/** Links for guests on a public page; after signing in they return to it. */
export function WaysIn() {
  const state = toLoginState(useLocation(), null);
  return (
    <div className={styles.ways}>
      <ButtonLink to="/Login" state={state} size="small" variant="quiet">
        {t(texts.signIn)}
      </ButtonLink>
      <ButtonLink to="/Register" state={state} size="small" variant="primary">
        {t(texts.join)}
      </ButtonLink>
    </div>
  );
}
