import { twoFactorMessages, verifyLoginBody } from '@afterhours/contract/two-factor';
import { useEffect, useState } from 'react';
import { useAppDispatch } from '#lib/store.ts';
import { useForm } from '#lib/use-form.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { verifyCode } from '../sign-in-steps.ts';
import styles from './account-form.module.css';
import { AccountFrame } from './account-frame.tsx';
import { FormMessage } from './form-message.tsx';

export type CodeStepProps = {
  /** What the server gave for the first step. */
  challenge: string;
  goTo?: string | undefined;
  /** Back to the first step; with a message when the server asks for it. */
  onBack: (message?: string) => void;
};

const leads = {
  app: twoFactorMessages.needed,
  recovery: 'Please enter one of the recovery codes that you kept. Each works once.',
};

/** The second step of signing in: the code of the app, or a recovery code. */
export function CodeStep({ challenge, goTo, onBack }: CodeStepProps) {
  const dispatch = useAppDispatch();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const { form, field, reset, message, failure, wait, pending, onSubmit } = useForm({
    initial: { code: '' },
    schema: verifyLoginBody,
    toInput: ({ code }) => ({ challenge, code }),
    submit: async ({ code }) => {
      const failed = await dispatch(verifyCode(challenge, code, goTo));
      if (failed?.status !== 401) return failed;
      onBack(failed.message);
      return undefined;
    },
  });
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, [form, kind]);
  const other = kind === 'app' ? 'recovery' : 'app';
  const swap = () => {
    setKind(other);
    reset({ code: '' });
  };
  const recovery = kind === 'recovery';
  return (
    <AccountFrame title="Two-step verification" lead={leads[kind]}>
      <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className={styles.form}>
        <FormMessage {...{ message, failure, wait }} />
        <TextField
          key={kind}
          {...field('code')}
          label={recovery ? 'Recovery code' : 'Code'}
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className={recovery ? undefined : styles.code}
          required
        />
        <Button type="submit" variant="primary" wide loading={pending} aria-disabled={wait > 0 || undefined}>
          Sign in
        </Button>
        <Button variant="quiet" wide onClick={swap}>
          {recovery ? 'Use the code of the app' : 'Use a recovery code'}
        </Button>
        <Button variant="quiet" wide onClick={() => onBack()}>
          Back
        </Button>
      </form>
    </AccountFrame>
  );
}
