import { accountMessages, resetPasswordBody } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { useNavigate, useSearchParams } from 'react-router';
import { useForm } from '#lib/forms/use-form.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { setNewPassword } from '../account-commands.ts';
import { AccountForm } from '../account-form.tsx';
import { accountTexts } from '../account-texts.ts';
import { AccountFrame } from '../components/account-frame.tsx';
import { PasswordStrength } from '../components/password-strength.tsx';
import type { LoginState } from './login-page.tsx';

const texts = defineMessages('account.reset', {
  title: 'Set a new password',
  lead: 'You will be signed out everywhere and can sign in with the new one.',
  newPassword: 'New password',
  save: 'Save the new password',
  newLink: 'Ask for a new link',
});

function DeadLink({ message }: { message: string }) {
  return (
    <>
      <Banner tone="danger">{message}</Banner>
      <ButtonLink to="/Forgot" variant="primary" wide>
        {t(texts.newLink)}
      </ButtonLink>
    </>
  );
}

export function ResetPasswordPage() {
  const navigate = useNavigate();
  const token = useSearchParams()[0].get('token') ?? '';
  const form = useForm({
    initial: { newPassword: '' },
    schema: resetPasswordBody,
    toInput: (values) => ({ ...values, token }),
    submit: async ({ newPassword }) => {
      const response = await setNewPassword(token, newPassword);
      if (!response.ok) return response;
      const state: LoginState = { notice: response.message };
      await navigate('/Login', { replace: true, state });
      return undefined;
    },
  });
  const { failure, message } = form;
  // Everything in the form except the new password comes from the link.
  const dead =
    token === ''
      ? t(accountMessages.incompleteLink)
      : failure && [400, 401, 404, 409, 410, 422].includes(failure.status) && message;
  return (
    <AccountFrame
      title={t(texts.title)}
      lead={dead ? undefined : t(texts.lead)}
      foot={<TextLink to="/Login">{t(accountTexts.backToLogin)}</TextLink>}
    >
      {dead ? (
        <DeadLink message={dead} />
      ) : (
        <AccountForm of={form} submitLabel={t(texts.save)}>
          <PasswordField
            {...form.field('newPassword')}
            label={t(texts.newPassword)}
            autoComplete="new-password"
            required
          />
          <PasswordStrength password={form.values.newPassword} />
        </AccountForm>
      )}
    </AccountFrame>
  );
}
