import { forgotPasswordBody } from '@afterhours/contract/account/sign-in';
import { defineMessages } from '@afterhours/contract/base/message';
import { useNavigate } from 'react-router';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { requestReset } from '../account-commands.ts';
import { accountTexts } from '../account-texts.ts';
import styles from '../components/account-form.module.css';
import { AccountFrame } from '../components/account-frame.tsx';
import { EmailField } from '../components/email-field.tsx';
import { FormMessage } from '../components/form-message.tsx';

const texts = defineMessages('account.forgot', {
  lead: 'Enter your email address, and we’ll send you a link to set a new password.',
  send: 'Send the link',
});

export function ForgotPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { form, field, message, failure, wait, pending, onSubmit } = useForm({
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
      <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className={styles.form}>
        <FormMessage {...{ message, failure, wait }} />
        <EmailField {...field('email')} autoComplete="username" />
        <Button type="submit" variant="primary" wide loading={pending} aria-disabled={wait > 0 || undefined}>
          {t(texts.send)}
        </Button>
      </form>
    </AccountFrame>
  );
}
