import { accountMessages, OTP_MINUTES, verifyOtpBody } from '@afterhours/contract/account/account';
import { stripCode } from '@afterhours/contract/account/mailed-code';
import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useForm, useWait } from '#lib/forms/use-form.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { confirmAddress, resendCode } from '../account-commands.ts';
import { AccountForm } from '../account-form.tsx';
import { accountTexts } from '../account-texts.ts';
import { selectIsLoggedIn, selectNeedsVerifying, selectOwnUser } from '../auth-slice.ts';
import styles from '../components/account-form.module.css';
import { AccountFrame } from '../components/account-frame.tsx';
import { EmailField } from '../components/email-field.tsx';
import { useRequestedPage } from '../use-requested-page.ts';

const texts = defineMessages('account.verify', {
  title: 'Confirm your email',
  sent: 'We sent a 6-digit code. It is valid for {minutes} minutes.',
  sentTo: 'We sent a 6-digit code to {email}. It is valid for {minutes} minutes.',
  send: 'Send a new code',
  sendIn: 'Send a new code (in {seconds} s)',
  confirm: 'Confirm',
  toFeed: 'Go to the feed',
  wrongAddress: 'Wrong address?',
  later: 'Do this later',
});

const RESEND_SECONDS = 30;

/** A button that requests a new code and is then disabled for a while, or for as long as the server demands. */
function ResendCode({ email }: { email: string }) {
  const [wait, startWait] = useWait();
  const [pending, setPending] = useState(false);
  const [result, setResult] = useState('');
  const resend = async () => {
    setPending(true);
    const response = await resendCode(email);
    setPending(false);
    setResult(response.message);
    startWait(response.ok ? RESEND_SECONDS : (response.retryAfter ?? 0));
  };
  return (
    <div className={styles.form}>
      <Button variant="quiet" loading={pending} disabled={wait > 0 || email === ''} onClick={() => void resend()}>
        {wait > 0 ? t(texts.sendIn, { seconds: wait }) : t(texts.send)}
      </Button>
      <p role="status">{result}</p>
    </div>
  );
}

function useVerification() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const user = useAppSelector(selectOwnUser);
  const signedIn = useAppSelector(selectIsLoggedIn);
  const from = useRequestedPage();
  const verification = useForm({
    initial: { email: user?.email ?? '', otp: '' },
    schema: verifyOtpBody,
    submit: async ({ email, otp }) => {
      const failed = await dispatch(confirmAddress(email, otp));
      if (failed) return failed;
      if (signedIn) await navigate('/first-evening', { replace: true, state: { from } });
      else {
        showSuccess(t(accountMessages.verified));
        await navigate('/Login', { replace: true });
      }
      return undefined;
    },
  });
  const { form } = verification;
  const first = user ? 'otp' : 'email';
  useEffect(() => form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus(), [form, first]);
  return verification;
}

function VerifyForm() {
  const known = useAppSelector(selectOwnUser) !== null;
  const form = useVerification();
  return (
    <>
      <AccountForm of={form} submitLabel={t(texts.confirm)}>
        {!known && <EmailField {...form.field('email')} autoComplete="username" />}
        <TextField
          {...form.field('otp')}
          label={t(accountTexts.code)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          onChange={(event) => form.setValue('otp', stripCode(event.target.value))}
          className={styles.code}
          required
        />
      </AccountForm>
      <ResendCode email={form.values.email} />
    </>
  );
}

/** The links below the form. */
function WaysOn({ signedIn }: { signedIn: boolean }) {
  const waiting = (useAppSelector(selectOwnUser)?.waiting ?? null) !== null;
  const from = useRequestedPage();
  if (!signedIn) return <TextLink to="/Login">{t(accountTexts.backToLogin)}</TextLink>;
  // Members who wait for admission can sign out on the waiting page.
  if (waiting) return <TextLink to="/waiting">{t(texts.later)}</TextLink>;
  return (
    <>
      <TextLink to="/Settings" state={{ tab: 'account', edit: 'email' }}>
        {t(texts.wrongAddress)}
      </TextLink>
      {' · '}
      <TextLink to={from ?? '/home'}>{t(texts.later)}</TextLink>
    </>
  );
}

export function VerifyPage() {
  const user = useAppSelector(selectOwnUser);
  const signedIn = useAppSelector(selectIsLoggedIn);
  const needed = useAppSelector(selectNeedsVerifying);
  if (signedIn && !needed) {
    return (
      <AccountFrame title={t(texts.title)} lead={t(accountMessages.verified)}>
        <ButtonLink to="/home" variant="primary" wide>
          {t(texts.toFeed)}
        </ButtonLink>
      </AccountFrame>
    );
  }
  const lead = user
    ? t(texts.sentTo, { email: user.email, minutes: OTP_MINUTES })
    : t(texts.sent, { minutes: OTP_MINUTES });
  return (
    <AccountFrame title={t(texts.title)} lead={lead} foot={<WaysOn signedIn={signedIn} />}>
      <VerifyForm />
    </AccountFrame>
  );
}
