import { forgotPasswordBody } from '@afterhours/contract/sign-in';
import { useNavigate } from 'react-router';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { askForReset } from '../account-commands.ts';
import styles from '../components/account-form.module.css';
import { AccountFrame } from '../components/account-frame.tsx';
import { FormMessage } from '../components/form-message.tsx';

export function ForgotPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { form, field, message, failure, wait, pending, onSubmit } = useForm({
    initial: { email: '' },
    schema: forgotPasswordBody,
    submit: async ({ email }) => {
      const failed = await dispatch(askForReset(email));
      if (!failed) await navigate('/information', { state: { email } });
      return failed;
    },
  });
  return (
    <AccountFrame
      title="Forgot your password?"
      lead="Tell us your e-mail address and we’ll send you a link to set a new one."
      foot={<TextLink to="/Login">Back To Login</TextLink>}
    >
      <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className={styles.form}>
        <FormMessage {...{ message, failure, wait }} />
        <TextField {...field('email')} label="E-mail" type="email" autoComplete="username" inputMode="email" required />
        <Button type="submit" variant="primary" wide loading={pending} aria-disabled={wait > 0 || undefined}>
          Send the link
        </Button>
      </form>
    </AccountFrame>
  );
}
