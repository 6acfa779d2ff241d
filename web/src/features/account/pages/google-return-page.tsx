import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAppDispatch } from '#lib/store.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { AccountFrame } from '../components/account-frame.tsx';
import { CodeStep } from '../components/code-step.tsx';
import { GoogleButton } from '../components/google-button.tsx';
import { type Arrival, arriveFromGoogle } from '../sign-in-steps.ts';
import type { LoginState } from './login-page.tsx';

/** Takes what Google sent back in the fragment, once; the fragment leaves the history before it is used. */
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

/** Where Google sends the member back to. */
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
    <AccountFrame title="Sign in with Google">
      {arrival ? (
        <>
          <Banner tone="danger">{arrival.problem}</Banner>
          <ButtonLink to="/Login" replace variant="primary" wide>
            Back To Login
          </ButtonLink>
          <GoogleButton from={from} />
        </>
      ) : (
        <Spinner width={48} label="Signing you in" />
      )}
    </AccountFrame>
  );
}
