import { defineMessages } from '@afterhours/contract/base/message';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { passwordsUsed } from '#lib/browser/site.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useLazySchema } from '#lib/forms/use-lazy-schema.ts';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { AccountForm } from '../account-form.tsx';
import { accountTexts } from '../account-texts.ts';
import styles from '../components/account-form.module.css';
import { AccountFrame } from '../components/account-frame.tsx';
import { EmailField } from '../components/email-field.tsx';
import { findJoining } from '../joining.ts';
import { signIn } from '../session-commands.ts';
import { passkeysWork } from '../sign-in/passkeys-work.ts';

const texts = defineMessages('account.login', {
  lead: 'Good to see you after hours.',
  newHere: 'New here?',
});

// The password form does not wait for these.
const CodeStep = lazy(() =>
  loadWithRetries(async () => ({ default: (await import('../components/code-step.tsx')).CodeStep })),
);
const OtherWays = lazy(() =>
  loadWithRetries(async () => ({ default: (await import('../components/ways/other-ways.tsx')).OtherWays })),
);

const loadSchema = async () => (await import('@afterhours/contract/account/sign-in')).loginBody;

/** The navigation state of this page: the page that the member requested, and why they have to sign in. */
export type LoginState = { from?: string; notice?: string } | null;

/** The login form, and the challenge of the second step once the password is accepted. */
function useLogin() {
  const dispatch = useAppDispatch();
  const [challenge, setChallenge] = useState<string>();
  // The message with which the second step returned to this page; empty if it returned without one.
  const [returned, setReturned] = useState<string>();
  const login = useForm({
    initial: { email: '', password: '' },
    schema: useLazySchema(loadSchema),
    submit: async (credentials) => {
      const response = await dispatch(signIn(credentials));
      if (!response.ok) return response;
      if ('challenge' in response.body) setChallenge(response.body.challenge);
      return undefined;
    },
  });
  const { form, setValue } = login;
  useEffect(() => {
    if (returned !== undefined) form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
  }, [form, returned]);
  const back = (notice = '') => {
    setChallenge(undefined);
    setReturned(notice);
    setValue('password', '');
  };
  return { login, challenge, returned, back };
}

function LoginForm({ login }: { login: ReturnType<typeof useLogin>['login'] }) {
  return (
    <AccountForm of={login} submitLabel={t(accountTexts.signIn)}>
      <EmailField {...login.field('email')} autoComplete="username webauthn" />
      <PasswordField
        {...login.field('password')}
        label={t(accountTexts.password)}
        autoComplete="current-password"
        required
      />
      <p>
        <TextLink to="/Forgot">{t(accountTexts.forgot)}</TextLink>
      </p>
    </AccountForm>
  );
}

/** For those without an account: who may join, and a link to the form, if anybody may. */
function NewHere({ state }: { state: LoginState }) {
  const { longLink, note } = findJoining();
  return (
    <p>
      {t(note ?? texts.newHere)}{' '}
      {longLink && (
        <TextLink to="/Register" state={state} className={styles.newHere}>
          {t(longLink)}
        </TextLink>
      )}
    </p>
  );
}

export function LoginPage() {
  const state = useLocation().state as LoginState;
  const { login, challenge, returned, back } = useLogin();
  if (challenge) {
    return (
      <Suspense fallback={null}>
        <CodeStep challenge={challenge} onBack={back} />
      </Suspense>
    );
  }
  // What the form says about a later attempt replaces why the member is here.
  const notice = login.failure ? null : (returned ?? state?.notice);
  return (
    <AccountFrame title={t(accountTexts.signIn)} lead={t(texts.lead)} foot={<NewHere state={state} />}>
      {notice && <Banner tone="info">{notice}</Banner>}
      {passwordsUsed && <LoginForm login={login} />}
      <div className={passkeysWork() ? styles.ways : styles.way}>
        <Suspense fallback={null}>
          <OtherWays from={state?.from} />
        </Suspense>
      </div>
    </AccountFrame>
  );
}
