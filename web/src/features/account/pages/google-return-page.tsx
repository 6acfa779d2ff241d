import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { accountTexts } from '../account-texts.ts';
import { AccountFrame } from '../components/account-frame.tsx';
import { CodeStep } from '../components/code-step.tsx';
import { ProviderButtons } from '../components/ways/provider-buttons.tsx';
import { type Arrival, arriveFromGoogle } from '../sign-in/sign-in-steps.ts';
import type { LoginState } from './login-page.tsx';

const texts = defineMessages('account.googleReturn', {
  title: 'Sign in with Google',
  signingIn: 'Signing you in',
});

/** Signs in once with the fragment from Google, which is removed from the history before it is used. */
function useArrival(): Arrival | null {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void navigate('/Login/google', { replace: true });
    void dispatch(arriveFromGoogle(hash)).then(setArrival);
  }, [dispatch, navigate, hash]);
  return arrival;
}

/** The page that Google redirects the member to. */
export function GoogleReturnPage() {
  const navigate = useNavigate();
  const arrival = useArrival();
  const from = arrival?.from;
  if (arrival && 'challenge' in arrival) {
    const back = (notice?: string) => {
      const state: LoginState = { ...(from ? { from } : {}), ...(notice ? { notice } : {}) };
      void navigate('/Login', { replace: true, state });
    };
    return <CodeStep challenge={arrival.challenge} goTo={from} onBack={back} />;
  }
  return (
    <AccountFrame title={t(texts.title)}>
      {arrival ? (
        <>
          <Banner tone="danger">{arrival.problem}</Banner>
          <ButtonLink to="/Login" replace variant="primary" wide>
            {t(accountTexts.backToLogin)}
          </ButtonLink>
          <ProviderButtons from={from} />
        </>
      ) : (
        <Spinner width={48} label={t(texts.signingIn)} />
      )}
    </AccountFrame>
  );
}
