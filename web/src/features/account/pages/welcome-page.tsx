import { completeSignupBody, socialLoginMessages } from '@afterhours/contract/account/social-login';
import { defineMessages } from '@afterhours/contract/base/message';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { AccountForm } from '../account-form.tsx';
import { selectOwnUser } from '../auth-slice.ts';
import { AccountFrame } from '../components/account-frame.tsx';
import { CountryField } from '../components/country-field.tsx';
import { BirthField, PhoneField } from '../components/person-fields.tsx';
import { signOut } from '../session-commands.ts';
import { completeDetails } from '../sign-in/sign-in-steps.ts';

const texts = defineMessages('account.welcome', {
  title: 'Welcome',
  titleTo: 'Welcome, {name}',
  signOut: 'Sign out',
  continue: 'Continue',
});

/** The form for missing details that a new member who signed up with Google fills in before anything else. */
export function WelcomePage() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const form = useForm({
    initial: { dob: '', phone: '', country: '' },
    schema: completeSignupBody,
    submit: (body) => dispatch(completeDetails(body)),
  });
  return (
    <AccountFrame
      title={user ? t(texts.titleTo, { name: user.firstName }) : t(texts.title)}
      lead={t(socialLoginMessages.needsDetails)}
      foot={
        <Button variant="quiet" onClick={() => dispatch(signOut())}>
          {t(texts.signOut)}
        </Button>
      }
    >
      <AccountForm of={form} submitLabel={t(texts.continue)}>
        <BirthField {...form.field('dob')} onPick={(date) => form.setValue('dob', date)} />
        <PhoneField {...form.field('phone')} />
        <CountryField {...form.field('country')} onChoose={(country) => form.setValue('country', country)} />
      </AccountForm>
    </AccountFrame>
  );
}
