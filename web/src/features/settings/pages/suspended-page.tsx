import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { selectOwnUser, selectSanction } from '#features/account/auth-slice.ts';
import { loadOwnUser, signOut } from '#features/account/session-commands.ts';
import { OwnDecisions } from '#features/moderation/components/own-decisions.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkipLink } from '#ui/shell/skip-link.tsx';
import { Logo } from '#ui/text/logo.tsx';
import { OwnData } from '../components/account/own-data.tsx';
import styles from './suspended-page.module.css';

const texts = defineMessages('settings.suspended', {
  suspended: 'Your account is suspended',
  banned: 'Your account is banned',
  until: 'Until {when}. What you have posted stays where it is, and you can do nothing new.',
  forGood: 'Nobody sees your profile and what you wrote.',
  can: 'Below you read why. You can appeal, export your data, or delete your account.',
  again: 'Check again',
  signOut: 'Sign out',
});

/** What a member sees instead of the product while a decision keeps them out. */
export function SuspendedPage() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const until = useAppSelector(selectSanction)?.until ?? null;
  const [checking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    await dispatch(loadOwnUser());
    setChecking(false);
  };
  const title = t(until === null ? texts.banned : texts.suspended);
  return (
    <>
      <title>{pageTitle(title)}</title>
      <SkipLink />
      <main id="main" tabIndex={-1} className={styles.page}>
        <Logo />
        <h1>{title}</h1>
        <p>{until === null ? t(texts.forGood) : t(texts.until, { when: formatExact(until) })}</p>
        <p>{t(texts.can)}</p>
        <div className={styles.actions}>
          <Button loading={checking} onClick={() => void check()}>
            {t(texts.again)}
          </Button>
          <Button variant="quiet" onClick={() => dispatch(signOut())}>
            {t(texts.signOut)}
          </Button>
        </div>
        <OwnDecisions />
        {user && <OwnData user={user} />}
      </main>
    </>
  );
}
