import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useState } from 'react';
import { passkeysWork } from '#features/account/sign-in/passkeys-work.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';

const texts = defineMessages('account.passkeyButton', {
  signIn: 'Sign in with a passkey',
});

// The passkey library is not needed before the page has loaded.
const loadSteps = () => import('#features/account/sign-in/passkey-steps.ts');

/** Signs in with a passkey. The browser also suggests passkeys in the email field. */
export function PasskeyButton() {
  const dispatch = useAppDispatch();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const works = passkeysWork();
  useEffect(() => {
    if (!works) return undefined;
    const leaving = new AbortController();
    // If the suggestions fail, the button still works.
    const suggest = async () => dispatch((await loadSteps()).suggestPasskeys(leaving.signal, setProblem));
    suggest().catch(() => undefined);
    return () => leaving.abort();
  }, [dispatch, works]);
  if (!works) return null;
  const press = async () => {
    setPending(true);
    setProblem(undefined);
    const steps = await loadSteps().catch(() => null);
    const failed = steps && (await dispatch(steps.signInWithPasskey()));
    setPending(false);
    if (failed) setProblem(failed.message);
  };
  return (
    <>
      <Button wide loading={pending} onClick={() => void press()}>
        {t(texts.signIn)}
      </Button>
      {problem && <Banner tone="danger">{problem}</Banner>}
    </>
  );
}
