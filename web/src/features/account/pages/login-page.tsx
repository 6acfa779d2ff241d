import { loginBody } from '@afterhours/contract/sign-in';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { keepLoading } from '#lib/browser/load-part.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { inlinePart } from '#ui/parts/inline-part.tsx';
import styles from '../components/account-form.module.css';
import { AccountFrame } from '../components/account-frame.tsx';
import { FormMessage } from '../components/form-message.tsx';
import { signIn } from '../session-commands.ts';

const CodeStep = inlinePart(async () => (await import('../components/code-step.tsx')).CodeStep, null);
// Who has a password does not wait for it.
const GoogleButton = lazy(() =>
  keepLoading(async () => ({ default: (await import('../components/google-button.tsx')).GoogleButton })),
);

/** Where the member wanted to go, and why they are here, travel in the navigation state. */
export type LoginState = { from?: string; notice?: string } | null;

export function LoginPage() {
  const dispatch = useAppDispatch();
  const state = useLocation().state as LoginState;
  const [challenge, setChallenge] = useState<string>();
  // What the second step said when it led back here; empty when the member came back by themselves.
  const [returned, setReturned] = useState<string>();
  const { form, field, setValue, message, failure, wait, pending, onSubmit } = useForm({
    initial: { email: '', password: '' },
    schema: loginBody,
    submit: async (credentials) => {
      const answer = await dispatch(signIn(credentials));
      if (!answer.ok) return answer;
      if ('challenge' in answer.body) setChallenge(answer.body.challenge);
      return undefined;
    },
  });
  useEffect(() => {
    if (returned !== undefined) form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
  }, [form, returned]);
  if (challenge) {
    const back = (notice = '') => {
      setChallenge(undefined);
      setReturned(notice);
      setValue('password', '');
    };
    return <CodeStep challenge={challenge} onBack={back} />;
  }
  const notice = returned ?? state?.notice;
  return (
    <AccountFrame
      title="Sign in"
      lead="Good to see you after hours."
      foot={
        <p>
          New here?{' '}
          <TextLink to="/Register" state={state}>
            Create your account
          </TextLink>
        </p>
      }
    >
      {notice && <Banner tone="info">{notice}</Banner>}
      <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className={styles.form}>
        <FormMessage {...{ message, failure, wait }} />
        <TextField
          {...field('email')}
          label="E-mail"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
        <p>
          <TextLink to="/Forgot">Forgot your password?</TextLink>
        </p>
        <Button type="submit" variant="primary" wide loading={pending} aria-disabled={wait > 0 || undefined}>
          Sign in
        </Button>
      </form>
      <Suspense fallback={null}>
        <GoogleButton from={state?.from} />
      </Suspense>
    </AccountFrame>
  );
}
