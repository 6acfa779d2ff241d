import { signupBody } from '@afterhours/contract/account';
import { useLocation } from 'react-router';
import { siteName } from '#lib/browser/site.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { DatePickerField } from '#ui/fields/date-picker-field.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { register } from '../account-commands.ts';
import styles from '../components/account-form.module.css';
import { AccountFrame } from '../components/account-frame.tsx';
import { CountryField } from '../components/country-field.tsx';
import { FormMessage } from '../components/form-message.tsx';
import { GoogleButton } from '../components/google-button.tsx';
import { PasswordStrength } from '../components/password-strength.tsx';
import { latestBirth } from '../latest-birth.ts';
import type { LoginState } from './login-page.tsx';

const initial = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  dob: '',
  country: '',
  profession: '',
  password: '',
};

export function RegisterPage() {
  const dispatch = useAppDispatch();
  const state = useLocation().state as LoginState;
  const { form, field, values, setValue, message, failure, wait, pending, onSubmit } = useForm({
    initial,
    schema: signupBody,
    toInput: (values) => ({ ...values, profession: values.profession || null }),
    submit: (body) => dispatch(register(body)),
  });
  return (
    <AccountFrame
      wide
      title={`Join ${siteName}`}
      lead="For side hustlers and independent creators, 18 and over."
      foot={
        <p>
          Already a member?{' '}
          <TextLink to="/Login" state={state}>
            Sign in
          </TextLink>
        </p>
      }
    >
      <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className={styles.form}>
        <FormMessage {...{ message, failure, wait }} />
        <div className={styles.pair}>
          <TextField {...field('firstName')} label="First name" autoComplete="given-name" required />
          <TextField {...field('lastName')} label="Last name" autoComplete="family-name" required />
        </div>
        <TextField {...field('email')} label="E-mail" type="email" autoComplete="email" inputMode="email" required />
        <div className={styles.pair}>
          <TextField
            {...field('phone')}
            label="Phone"
            type="tel"
            autoComplete="tel"
            hint="10 to 13 digits. Nobody else sees it."
            required
          />
          <DatePickerField
            {...field('dob')}
            label="Date of birth"
            autoComplete="bday"
            latest={latestBirth()}
            onPick={(date) => setValue('dob', date)}
            required
          />
        </div>
        <div className={styles.pair}>
          <CountryField {...field('country')} onChoose={(country) => setValue('country', country)} />
          <TextField {...field('profession')} label="Profession" autoComplete="organization-title" />
        </div>
        <PasswordField {...field('password')} label="Password" autoComplete="new-password" required />
        <PasswordStrength password={values.password} />
        <p className={styles.quiet}>
          <span>
            By joining you agree to the <TextLink to="/terms-condition">Terms</TextLink> and the{' '}
            <TextLink to="/privacy-policy">Privacy Policy</TextLink>.
          </span>
        </p>
        <Button type="submit" variant="primary" wide loading={pending} aria-disabled={wait > 0 || undefined}>
          Create account
        </Button>
      </form>
      <GoogleButton from={state?.from} />
    </AccountFrame>
  );
}
