import { twoFactorMessages, verifyLoginBody } from '@afterhours/contract/account/two-factor';
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { useEffect, useState } from 'react';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { AccountForm } from '../account-form.tsx';
import { accountTexts } from '../account-texts.ts';
import { takeSecondStep } from '../sign-in/sign-in-steps.ts';
import styles from './account-form.module.css';
import { AccountFrame } from './account-frame.tsx';

const texts = defineMessages('account.codeStep', {
  title: 'Two-step verification',
  recoveryLead: 'Please enter one of your saved recovery codes. Each works only once.',
  recoveryCode: 'Recovery code',
  appInstead: 'Use the code from the app',
  recoveryInstead: 'Use a recovery code',
  back: 'Back',
});

type CodeStepProps = {
  /** The challenge that the server returned for the first step. */
  challenge: string;
  goTo?: string | undefined;
  /** Returns to the first step, with a message if the server requires it. */
  onBack: (message?: string) => void;
};

type Kind = 'app' | 'recovery';

const leads: Record<Kind, MessageDescriptor> = {
  app: twoFactorMessages.needed,
  recovery: texts.recoveryLead,
};

type CodeFormProps = CodeStepProps & { kind: Kind; onSwap: () => void };

function CodeForm({ challenge, goTo, onBack, kind, onSwap }: CodeFormProps) {
  const dispatch = useAppDispatch();
  const step = useForm({
    initial: { code: '' },
    schema: verifyLoginBody,
    toInput: ({ code }) => ({ challenge, code }),
    submit: async ({ code }) => {
      const failed = await dispatch(takeSecondStep(challenge, code, goTo));
      if (failed?.status !== 401) return failed;
      onBack(failed.message);
      return undefined;
    },
  });
  const { form, field } = step;
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);
  const recovery = kind === 'recovery';
  const others = (
    <>
      <Button variant="quiet" wide onClick={onSwap}>
        {t(recovery ? texts.appInstead : texts.recoveryInstead)}
      </Button>
      <Button variant="quiet" wide onClick={() => onBack()}>
        {t(texts.back)}
      </Button>
    </>
  );
  return (
    <AccountForm of={step} submitLabel={t(accountTexts.signIn)} after={others}>
      <TextField
        {...field('code')}
        label={t(recovery ? texts.recoveryCode : accountTexts.code)}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        className={recovery ? undefined : styles.code}
        required
      />
    </AccountForm>
  );
}

/** The second step of signing in: a code from the authenticator app, or a recovery code. */
export function CodeStep(props: CodeStepProps) {
  const [kind, setKind] = useState<Kind>('app');
  return (
    <AccountFrame title={t(texts.title)} lead={t(leads[kind])}>
      <CodeForm key={kind} {...props} kind={kind} onSwap={() => setKind(kind === 'app' ? 'recovery' : 'app')} />
    </AccountFrame>
  );
}
