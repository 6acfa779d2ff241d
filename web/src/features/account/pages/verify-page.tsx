import { OTP_MINUTES, verifyOtpBody } from '@afterhours/contract/account';
import { stripCode } from '@afterhours/contract/mailed-code';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useForm, useWait } from '#lib/forms/use-form.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { resendCode, verifyCode } from '../account-commands.ts';
import { selectIsLoggedIn, selectNeedsVerifying, selectOwnUser } from '../auth-slice.ts';
import styles from '../components/account-form.module.css';
import { AccountFrame } from '../components/account-frame.tsx';
import { FormMessage } from '../components/form-message.tsx';

const RESEND_SECONDS = 30;

/** Asks for a new code; then, or when the server says so, waits before it can be asked again. */
function ResendCode({ email }: { email: string }) {
  const [wait, startWait] = useWait();
  const [pending, setPending] = useState(false);
  const [said, setSaid] = useState('');
  const resend = async () => {
    setPending(true);
    const answer = await resendCode(email);
    setPending(false);
    setSaid(answer.message);
    startWait(answer.ok ? RESEND_SECONDS : (answer.retryAfter ?? 0));
  };
  return (
    <div className={styles.form}>
      <Button variant="quiet" loading={pending} disabled={wait > 0 || email === ''} onClick={() => void resend()}>
        {wait > 0 ? `Send a new code (in ${wait} s)` : 'Send a new code'}
      </Button>
      <p role="status">{said}</p>
    </div>
  );
}

export function VerifyPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const user = useAppSelector(selectOwnUser);
  const signedIn = useAppSelector(selectIsLoggedIn);
  const needed = useAppSelector(selectNeedsVerifying);
  const { form, field, values, setValue, message, failure, wait, pending, onSubmit } = useForm({
    initial: { email: user?.email ?? '', otp: '' },
    schema: verifyOtpBody,
    submit: async ({ email, otp }) => {
      const failed = await dispatch(verifyCode(email, otp));
      if (failed) return failed;
      if (signedIn) await navigate('/home', { replace: true, state: { welcome: true } });
      else {
        showSuccess('Your e-mail address is confirmed.', 'top-center');
        await navigate('/Login', { replace: true });
      }
      return undefined;
    },
  });
  const first = user ? 'otp' : 'email';
  useEffect(() => form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus(), [form, first]);
  if (signedIn && !needed) {
    return (
      <AccountFrame title="Confirm your e-mail" lead="Your e-mail address is confirmed.">
        <ButtonLink to="/home" variant="primary" wide>
          Go to the feed
        </ButtonLink>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Confirm your e-mail"
      lead={`We sent a 6-digit code${user ? ` to ${user.email}` : ''}. It is valid for ${OTP_MINUTES} minutes.`}
      foot={
        signedIn ? (
          <>
            <TextLink to="/Settings" state={{ tab: 'account', edit: 'email' }}>
              Wrong address?
            </TextLink>
            {' · '}
            <TextLink to="/home">Do this later</TextLink>
          </>
        ) : (
          <TextLink to="/Login">Back To Login</TextLink>
        )
      }
    >
      <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className={styles.form}>
        <FormMessage {...{ message, failure, wait }} />
        {!user && <TextField {...field('email')} label="E-mail" type="email" autoComplete="username" required />}
        <TextField
          {...field('otp')}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          onChange={(event) => setValue('otp', stripCode(event.target.value))}
          className={styles.code}
          required
        />
        <Button type="submit" variant="primary" wide loading={pending} aria-disabled={wait > 0 || undefined}>
          Confirm
        </Button>
      </form>
      <ResendCode email={values.email} />
    </AccountFrame>
  );
}
