import { forgotPasswordBody } from '@afterhours/contract/account/sign-in';
import { defineMessages } from '@afterhours/contract/base/message';
import { useNavigate } from 'react-router';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { requestReset } from '../account-commands.ts';
import { AccountForm } from '../account-form.tsx';
import { accountTexts } from '../account-texts.ts';
import { AccountFrame } from '../components/account-frame.tsx';
import { EmailField } from '../components/email-field.tsx';

const texts = defineMessages('account.forgot', {
  lead: 'Enter your email address, and we’ll send you a link to set a new password.',
  send: 'Send the link',
});

export function ForgotPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const form = useForm({
    initial: { email: '' },
    schema: forgotPasswordBody,
    submit: async ({ email }) => {
      const failed = await dispatch(requestReset(email));
      if (!failed) await navigate('/information', { state: { email } });
      return failed;
    },
  });
  return (
    <AccountFrame
      title={t(accountTexts.forgot)}
      lead={t(texts.lead)}
      foot={<TextLink to="/Login">{t(accountTexts.backToLogin)}</TextLink>}
    >
      <AccountForm of={form} submitLabel={t(texts.send)}>
        <EmailField {...form.field('email')} autoComplete="username" />
      </AccountForm>
    </AccountFrame>
  );
}
