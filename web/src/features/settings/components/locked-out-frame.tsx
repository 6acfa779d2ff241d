import { defineMessages } from '@afterhours/contract/base/message';
import { type ReactNode, useEffect, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { loadOwnUser, signOut } from '#features/account/session-commands.ts';
import { useVisible } from '#lib/lists/use-visible.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkipLink } from '#ui/shell/skip-link.tsx';
import { Logo } from '#ui/text/logo.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { OwnData } from './account/own-data.tsx';
import styles from './locked-out-frame.module.css';

const texts = defineMessages('settings.lockedOut', { again: 'Check again', signOut: 'Sign out' });

const CHECK_MS = 60_000;

type LockedOutFrameProps = {
  title: string;
  /** Why the member is kept out. */
  lead: ReactNode;
  /** The first of the available actions. */
  action?: ReactNode;
  children?: ReactNode;
};

/** Checks, while this tab is visible, whether the member is still kept out. */
function useRegularCheck(): void {
  const dispatch = useAppDispatch();
  const visible = useVisible();
  useEffect(() => {
    if (!visible) return undefined;
    void dispatch(loadOwnUser());
    const timer = setInterval(() => void dispatch(loadOwnUser()), CHECK_MS);
    return () => clearInterval(timer);
  }, [dispatch, visible]);
}

/** Replaces the product for a member who is kept out, with the actions that remain. */
export function LockedOutFrame({ title, lead, action, children }: LockedOutFrameProps) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const [checking, setChecking] = useState(false);
  useRegularCheck();
  const check = async () => {
    setChecking(true);
    await dispatch(loadOwnUser());
    setChecking(false);
  };
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <SkipLink />
      <main id="main" tabIndex={-1} className={styles.page}>
        <Logo />
        <h1>{title}</h1>
        {lead}
        <div className={styles.actions}>
          {action}
          <Button loading={checking} onClick={() => void check()}>
            {t(texts.again)}
          </Button>
          <Button variant="quiet" onClick={() => dispatch(signOut())}>
            {t(texts.signOut)}
          </Button>
        </div>
        {children}
        {user && <OwnData user={user} />}
      </main>
    </>
  );
}
