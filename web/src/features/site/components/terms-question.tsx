import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { loadOwnUser, signOut } from '#features/account/session-commands.ts';
import { loadTerms } from '#features/community/community-commands.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FailureBanner } from '#ui/feedback/banner.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { acceptVersion } from '../site-commands.ts';
import styles from './terms-question.module.css';
import { WrittenText } from './written-text.tsx';

const texts = defineMessages('site.termsQuestion', {
  title: 'Please accept the terms',
  lead: 'This is the current version. Read and accept it to continue.',
  terms: 'Terms and Conditions',
  privacy: 'Privacy Policy',
  builtIn: 'Read them on their own page',
  accept: 'Accept',
  signOut: 'Sign out',
  loading: 'Loading the texts',
});

const isWriting = (): boolean => {
  const at = document.activeElement;
  return at instanceof Element && at.matches('input, textarea, select, [contenteditable="true"]');
};

/** Whether a pending question can be shown: true from the first moment when no field has the focus. */
function useCalm(isPending: boolean): boolean {
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    if (!isPending || calm) return undefined;
    // The focus has settled only after the event.
    const check = () => setTimeout(() => isWriting() || setCalm(true));
    check();
    document.addEventListener('focusout', check);
    return () => document.removeEventListener('focusout', check);
  }, [isPending, calm]);
  return calm;
}

function Texts({ terms, privacy }: { terms: string | null; privacy: string | null }) {
  const parts = [
    { title: t(texts.terms), text: terms, path: '/terms-condition' },
    { title: t(texts.privacy), text: privacy, path: '/privacy-policy' },
  ];
  return parts.map(({ title, text, path }) => (
    <section key={path} className={styles.text}>
      <h3>{title}</h3>
      {text === null ? (
        <p>
          <a href={path} target="_blank" rel="noreferrer">
            {t(texts.builtIn)}
          </a>
        </p>
      ) : (
        <WrittenText text={text} level={3} />
      )}
    </section>
  ));
}

function useAnswer() {
  const dispatch = useAppDispatch();
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<string>();
  const accept = async (version: number, reload: () => Promise<void>) => {
    if (pending) return;
    setPending(true);
    const response = await acceptVersion(version);
    setFailed(response.ok ? undefined : response.message);
    if (response.ok) await dispatch(loadOwnUser());
    else if (response.status === 409) await reload();
    setPending(false);
  };
  return { pending, failed, accept, leave: () => dispatch(signOut()) };
}

/** Asks a member to accept a new version of the terms; the alternative is to sign out. */
export function TermsQuestion() {
  const open = (useAppSelector(selectOwnUser)?.termsToAccept ?? null) !== null;
  const calm = useCalm(open);
  const { status, data, message, reload, retry } = useLoading(loadTerms);
  const { pending, failed, accept, leave } = useAnswer();
  return (
    <Dialog
      open={open && calm}
      // The member has to accept or sign out.
      onClose={null}
      title={t(texts.title)}
      description={t(texts.lead)}
      size="large"
      footer={
        <>
          <Button onClick={leave}>{t(texts.signOut)}</Button>
          <Button
            variant="primary"
            loading={pending}
            disabled={!data}
            onClick={() => data && void accept(data.version, reload)}
          >
            {t(texts.accept)}
          </Button>
        </>
      }
    >
      {failed && <FailureBanner>{failed}</FailureBanner>}
      {status === 'loading' && <LoadingNote>{t(texts.loading)}</LoadingNote>}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      {data && <Texts {...data} />}
    </Dialog>
  );
}
