import { twoFactorMessages, verifyLoginBody } from '@afterhours/contract/two-factor';
import { useEffect, useState } from 'react';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { verifyCode } from '../sign-in-steps.ts';
import styles from './account-form.module.css';
import { AccountFrame } from './account-frame.tsx';
import { FormMessage } from './form-message.tsx';

type CodeStepProps = {
  /** What the server gave for the first step. */
  challenge: string;
  goTo?: string | undefined;
  /** Back to the first step; with a message when the server asks for it. */
  onBack: (message?: string) => void;
};

type Kind = 'app' | 'recovery';

const leads: Record<Kind, string> = {
  app: twoFactorMessages.needed,
  recovery: 'Please enter one of the recovery codes that you kept. Each works once.',
};

type CodeFormProps = CodeStepProps & { kind: Kind; onSwap: () => void };

function CodeForm({ challenge, goTo, onBack, kind, onSwap }: CodeFormProps) {
  const dispatch = useAppDispatch();
  const { form, field, message, failure, wait, pending, onSubmit } = useForm({
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
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);
  const recovery = kind === 'recovery';
  return (
    <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className={styles.form}>
      <FormMessage {...{ message, failure, wait }} />
      <TextField
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
      <Button variant="quiet" wide onClick={onSwap}>
        {recovery ? 'Use the code from the app' : 'Use a recovery code'}
      </Button>
      <Button variant="quiet" wide onClick={() => onBack()}>
        Back
      </Button>
    </form>
  );
}

/** The second step of signing in: the code of the app, or a recovery code. */
export function CodeStep(props: CodeStepProps) {
  const [kind, setKind] = useState<Kind>('app');
  return (
    <AccountFrame title="Two-step verification" lead={leads[kind]}>
      <CodeForm key={kind} {...props} kind={kind} onSwap={() => setKind(kind === 'app' ? 'recovery' : 'app')} />
    </AccountFrame>
  );
}
