import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { announceOnly } from '#lib/notify.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { accountTexts } from '../account-texts.ts';
import { AccountFrame } from '../components/account-frame.tsx';
import { ProviderCodeStep } from '../components/ways/provider-code-step.tsx';
import { arriveFromOidc, type OidcArrival } from '../sign-in/oidc-steps.ts';

const texts = defineMessages('account.oidcReturn', {
  title: 'Sign in',
  linkTitle: 'Link your account',
  working: 'One moment, please',
  backToSettings: 'Back to Settings',
});

const SETTINGS = '/Settings?tab=security';

/** Signs in once with the query from the provider, which is removed from the history first. */
function useArrival(): OidcArrival | null {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [arrival, setArrival] = useState<OidcArrival | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void navigate('/Login/oidc', { replace: true });
    void dispatch(arriveFromOidc(search)).then((arrived) => {
      if (!('done' in arrived)) return setArrival(arrived);
      if (arrived.linking) announceOnly(arrived.done);
      // The guard of the login page redirects to the page that the member requested, or has to see first.
      return navigate(arrived.linking ? SETTINGS : '/Login', { replace: true });
    });
  }, [dispatch, navigate, search]);
  return arrival;
}

/** The page that the provider redirects the browser to. */
export function OidcReturnPage() {
  const arrival = useArrival();
  if (arrival && 'challenge' in arrival) return <ProviderCodeStep challenge={arrival.challenge} from={arrival.from} />;
  const linking = arrival?.linking === true;
  return (
    <AccountFrame title={t(linking ? texts.linkTitle : texts.title)}>
      {arrival && 'problem' in arrival ? (
        <>
          <Banner tone="danger">{arrival.problem}</Banner>
          <ButtonLink to={linking ? SETTINGS : '/Login'} replace variant="primary" wide>
            {t(linking ? texts.backToSettings : accountTexts.backToLogin)}
          </ButtonLink>
        </>
      ) : (
        <Spinner width={48} label={t(texts.working)} />
      )}
    </AccountFrame>
  );
}
