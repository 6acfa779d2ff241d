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
import { ProviderButtons } from '../components/ways/provider-buttons.tsx';
import { ProviderCodeStep } from '../components/ways/provider-code-step.tsx';
import { arriveFromGoogle, type GoogleArrival } from '../sign-in/sign-in-steps.ts';

const texts = defineMessages('account.googleReturn', {
  title: 'Sign in with Google',
  signingIn: 'Signing you in',
});

/** Signs in once with the fragment from Google, which is removed from the history before it is used. */
function useArrival(): GoogleArrival | null {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [arrival, setArrival] = useState<GoogleArrival | null>(null);
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
  const arrival = useArrival();
  const from = arrival?.from;
  if (arrival && 'challenge' in arrival) return <ProviderCodeStep challenge={arrival.challenge} from={from} />;
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
