import { completeSignupBody, socialLoginMessages } from '@afterhours/contract/social-login';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DatePickerField } from '#ui/fields/date-picker-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { selectOwnUser } from '../auth-slice.ts';
import styles from '../components/account-form.module.css';
import { AccountFrame } from '../components/account-frame.tsx';
import { CountryField } from '../components/country-field.tsx';
import { FormMessage } from '../components/form-message.tsx';
import { latestBirth } from '../latest-birth.ts';
import { signOut } from '../session-commands.ts';
import { completeDetails } from '../sign-in-steps.ts';

/** Asked before anything else of a new member who came by Google. */
export function WelcomePage() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const { form, field, setValue, message, failure, wait, pending, onSubmit } = useForm({
    initial: { dob: '', phone: '', country: '' },
    schema: completeSignupBody,
    submit: (body) => dispatch(completeDetails(body)),
  });
  return (
    <AccountFrame
      title={user ? `Welcome, ${user.firstName}` : 'Welcome'}
      lead={socialLoginMessages.needsDetails}
      foot={
        <Button variant="quiet" onClick={() => dispatch(signOut())}>
          Sign out
        </Button>
      }
    >
      <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className={styles.form}>
        <FormMessage {...{ message, failure, wait }} />
        <DatePickerField
          {...field('dob')}
          label="Date of birth"
          autoComplete="bday"
          latest={latestBirth()}
          onPick={(date) => setValue('dob', date)}
          required
        />
        <TextField
          {...field('phone')}
          label="Phone"
          type="tel"
          autoComplete="tel"
          hint="10 to 13 digits. Nobody else sees it."
          required
        />
        <CountryField {...field('country')} onChoose={(country) => setValue('country', country)} />
        <Button type="submit" variant="primary" wide loading={pending} aria-disabled={wait > 0 || undefined}>
          Continue
        </Button>
      </form>
    </AccountFrame>
  );
}
