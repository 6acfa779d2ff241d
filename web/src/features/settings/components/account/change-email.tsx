import type { OwnUser } from '@afterhours/contract/account/account';
import { changeEmailBody, confirmEmailBody, emailChangeMessages } from '@afterhours/contract/account/email-change';
import { stripCode } from '@afterhours/contract/account/mailed-code';
import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useState } from 'react';
import { EmailField } from '#features/account/components/email-field.tsx';
import { confirmEmailChange, requestEmailChange } from '#features/settings/email-commands.ts';
import { settingsTexts } from '#features/settings/settings-texts.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { CurrentPassword, DigitsField, FactorField, StepForm } from '../step-form.tsx';

const texts = defineMessages('settings.email', {
  now: 'Now: {email}',
  newEmail: 'New email',
  send: 'Send the code',
  sentTo: 'Code sent to {email}',
  wrongAddress: 'Wrong address?',
  setPassword: 'Set a password',
});

type AddressStepProps = { user: OwnUser; onSent: (newEmail: string) => void };

/** The form for the new address and the password. */
function AddressStep({ user, onSent }: AddressStepProps) {
  const address = useForm({
    initial: { newEmail: '', password: '', code: '' },
    schema: changeEmailBody,
    submit: async (body) => {
      const response = await requestEmailChange(body);
      if (!response.ok) return response;
      onSent(body.newEmail);
      return undefined;
    },
  });
  const { field } = address;
  const lead = (
    <p>
      <Sentence text={texts.now} values={{ email: user.email }} />
    </p>
  );
  return (
    <StepForm of={address} lead={lead} submitLabel={t(texts.send)}>
      <EmailField {...field('newEmail')} label={t(texts.newEmail)} autoComplete="email" />
      <CurrentPassword {...field('password')} />
      {user.twoFactorEnabled && <FactorField {...field('code')} />}
    </StepForm>
  );
}

type CodeStepProps = { newEmail: string; onBack: () => void; onClose: () => void };

/** The form for the code that was mailed to the new address. */
function CodeStep({ newEmail, onBack, onClose }: CodeStepProps) {
  const dispatch = useAppDispatch();
  const code = useForm({
    initial: { code: '' },
    schema: confirmEmailBody,
    submit: async (body) => {
      const failed = await dispatch(confirmEmailChange(body.code));
      if (!failed) onClose();
      return failed;
    },
  });
  const { form, field, setValue } = code;
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), [form]);
  return (
    <StepForm
      of={code}
      lead={<p>{t(emailChangeMessages.codeSent)}</p>}
      submitLabel={t(settingsTexts.changeEmail)}
      beside={<Button onClick={onBack}>{t(texts.wrongAddress)}</Button>}
    >
      <DigitsField
        {...field('code')}
        label={t(texts.sentTo, { email: newEmail })}
        onChange={(event) => setValue('code', stripCode(event.target.value))}
      />
    </StepForm>
  );
}

type ChangeEmailProps = { user: OwnUser; open: boolean; onClose: () => void };

/** Changes the account's email address: first the password, then the code that was mailed to the new address. */
export function ChangeEmail({ user, open, onClose }: ChangeEmailProps) {
  const [newEmail, setNewEmail] = useState<string>();
  return (
    <Dialog open={open} onClose={onClose} title={t(settingsTexts.changeEmail)}>
      {!user.hasPassword && (
        <Banner tone="lamp" action={<TextLink to="/Settings?tab=security">{t(texts.setPassword)}</TextLink>}>
          {t(emailChangeMessages.noPassword)}
        </Banner>
      )}
      {user.hasPassword && newEmail === undefined && <AddressStep user={user} onSent={setNewEmail} />}
      {newEmail !== undefined && (
        <CodeStep newEmail={newEmail} onBack={() => setNewEmail(undefined)} onClose={onClose} />
      )}
    </Dialog>
  );
}
