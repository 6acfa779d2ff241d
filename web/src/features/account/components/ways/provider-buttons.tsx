import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useState } from 'react';
import { startOidc } from '#features/account/sign-in/oidc-steps.ts';
import { findProviders, type Providers, startGoogle } from '#features/account/sign-in/sign-in-steps.ts';
import { showError } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { GoogleMark } from './google-mark.tsx';
import styles from './provider-buttons.module.css';

const texts = defineMessages('account.providerButtons', {
  or: 'or',
  google: 'Continue with Google',
  other: 'Continue with {name}',
});

/** The last response in this tab, so that the buttons appear at once the next time. */
let known: Providers = { google: null, oidc: null };

function useProviders(): Providers {
  const [providers, setProviders] = useState(known);
  useEffect(() => {
    let shown = true;
    void findProviders().then((found) => {
      known = found;
      if (shown) setProviders(found);
    });
    return () => {
      shown = false;
    };
  }, []);
  return providers;
}

type Started = { address: string } | { problem: string };

/** Navigates to a provider; `leaving` is the provider that the page is navigating to. */
function useLeaving() {
  const [leaving, setLeaving] = useState<keyof Providers | null>(null);
  useEffect(() => {
    // The browser's Back button restores the page as it was when the member left for the provider.
    const returned = () => setLeaving(null);
    addEventListener('pageshow', returned);
    return () => removeEventListener('pageshow', returned);
  }, []);
  const leave = async (provider: keyof Providers, start: () => Promise<Started>) => {
    setLeaving(provider);
    const started = await start();
    if ('address' in started) return location.assign(started.address);
    setLeaving(null);
    showError(started.problem);
  };
  return { leaving, leave };
}

type ProviderButtonsProps = {
  /** The page that the member requested. */
  from: string | undefined;
  /** Whether these are the only sign-in methods, so that no separator is needed above them. */
  alone?: boolean;
};

/** Buttons for Google and the community's identity provider, if they are set up. */
export function ProviderButtons({ from, alone = false }: ProviderButtonsProps) {
  const { google, oidc } = useProviders();
  const { leaving, leave } = useLeaving();
  if (!google && !oidc) return null;
  return (
    <div className={styles.providers}>
      {!alone && <p className={styles.or}>{t(texts.or)}</p>}
      {google && (
        <Button
          wide
          loading={leaving === 'google'}
          onClick={() => void leave('google', () => startGoogle(google, from))}
        >
          <GoogleMark />
          {t(texts.google)}
        </Button>
      )}
      {oidc && (
        <Button wide loading={leaving === 'oidc'} onClick={() => void leave('oidc', () => startOidc(from))}>
          {t(texts.other, { name: oidc.name })}
        </Button>
      )}
    </div>
  );
}
