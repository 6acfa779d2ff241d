import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAppDispatch } from '#lib/store.ts';
import { Banner } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { AccountFrame } from '../components/account-frame.tsx';
import { CodeStep } from '../components/code-step.tsx';
import { GoogleButton } from '../components/google-button.tsx';
import { readGoogleAnswer } from '../google-attempt.ts';
import { signInByGoogle } from '../sign-in-steps.ts';
import type { LoginState } from './login-page.tsx';

type Outcome = { problem: string } | { challenge: string } | null;

/** Takes what Google sent back in the fragment, once, and signs in with it; the fragment leaves the history first. */
function useGoogleAnswer() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [from, setFrom] = useState<string>();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const answer = readGoogleAnswer(hash);
    void navigate('/Login/google', { replace: true });
    if ('problem' in answer) {
      setOutcome(answer);
      return;
    }
    setFrom(answer.from);
    void dispatch(signInByGoogle(answer)).then((result) => {
      if (!result.ok) setOutcome({ problem: result.message });
      else if ('challenge' in result.body) setOutcome({ challenge: result.body.challenge });
    });
  }, [dispatch, navigate, hash]);
  return { outcome, from };
}

/** Where Google sends the member back to. */
export function GoogleReturnPage() {
  const navigate = useNavigate();
  const { outcome, from } = useGoogleAnswer();
  if (outcome && 'challenge' in outcome) {
    const back = (notice?: string) => {
      const state: LoginState = { ...(from ? { from } : {}), ...(notice ? { notice } : {}) };
      void navigate('/Login', { replace: true, state });
    };
    return <CodeStep challenge={outcome.challenge} goTo={from} onBack={back} />;
  }
  return (
    <AccountFrame title="Sign in with Google">
      {outcome ? (
        <>
          <Banner tone="danger">{outcome.problem}</Banner>
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
