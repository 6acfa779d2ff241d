import { signupBody } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { joinAnswerMessages, MAX_ANSWER } from '@afterhours/contract/community/join-answer';
import { joiningTexts } from '@afterhours/contract/constants/joining';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { passwordsUsed, registration, siteName } from '#lib/browser/site.ts';
import { aboutSite, asksForWork, joinQuestion, supportEmail } from '#lib/browser/site-texts.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { register } from '../account-commands.ts';
import { AccountForm } from '../account-form.tsx';
import { accountTexts } from '../account-texts.ts';
import styles from '../components/account-form.module.css';
import { AccountFrame } from '../components/account-frame.tsx';
import { CountryField } from '../components/country-field.tsx';
import { EmailField } from '../components/email-field.tsx';
import { PasswordStrength } from '../components/password-strength.tsx';
import { BirthField, PhoneField } from '../components/person-fields.tsx';
import { ProviderButtons } from '../components/ways/provider-buttons.tsx';
import { useProof } from '../sign-in/use-proof.ts';
import type { LoginState } from './login-page.tsx';

const texts = defineMessages('account.register', {
  title: 'Join {site}',
  askTitle: 'Ask to join {site}',
  lead: 'For side hustlers and independent creators, 18 and over.',
  member: 'Already a member? <signIn>Sign in</signIn>',
  firstName: 'First name',
  lastName: 'Last name',
  profession: 'Profession',
  agree: 'By joining you agree to the <terms>Terms</terms> and the <privacy>Privacy Policy</privacy>.',
  create: 'Create account',
  invitation: 'Invitation code',
  invited: 'With a code, you don’t have to wait.',
  write: 'Write to {address} if you have a question.',
  working: 'Checking your registration. On a slow device this takes a few seconds.',
  notWorked: 'Your registration could not be checked. Check your connection and try again.',
});

const initial = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  dob: '',
  country: '',
  profession: '',
  password: '',
  invitation: '',
  answer: '',
};

const byInvitation = registration === 'invitation';
const byApproval = registration === 'approval';

function useRegistration() {
  const dispatch = useAppDispatch();
  const [search] = useSearchParams();
  const { begin, take, waiting } = useProof();
  const [invitation] = useState(search.get('invitation') ?? '');
  const form = useForm({
    initial: { ...initial, invitation },
    schema: signupBody,
    toInput: (values) => ({
      ...values,
      profession: values.profession || null,
      invitation: values.invitation || null,
      answer: values.answer || null,
    }),
    submit: async (body) => {
      // An invitation replaces the proof of work.
      if (!asksForWork || body.invitation) return dispatch(register(body));
      const work = await take();
      if (!work.ok) return { ok: false, status: 0, message: t(texts.notWorked) };
      return dispatch(register({ ...body, proof: work.proof }));
    },
  });
  const begun = form.values.firstName !== '' || form.values.email !== '';
  useEffect(() => {
    if (asksForWork && begun) begin();
  }, [begun, begin]);
  const asks = byApproval && form.values.invitation === '';
  return { ...form, waiting, byLink: invitation !== '', asks };
}
type Registration = ReturnType<typeof useRegistration>;

/**
 * The fields that decide who may join: an invitation, or an answer, which people with an invitation may omit; if they
 * come by its link, they are not asked. If everyone may join, an invitation from a link is shown, so that a rejected
 * code can be corrected or removed.
 */
function JoinFields({ field, byLink, asks }: Pick<Registration, 'field' | 'byLink' | 'asks'>) {
  return (
    <>
      {(asks || (byApproval && !byLink)) && (
        <TextArea
          {...field('answer')}
          label={joinQuestion ?? t(joinAnswerMessages.question)}
          hint={t(joiningTexts.byApproval)}
          limit={MAX_ANSWER}
        />
      )}
      <TextField
        {...field('invitation')}
        label={t(texts.invitation)}
        hint={byApproval ? t(texts.invited) : byInvitation ? t(joiningTexts.byInvitation) : undefined}
        autoComplete="off"
        spellCheck={false}
        required={byInvitation}
      />
    </>
  );
}

/** Name, email address, phone, date of birth, country and profession. */
function PersonFields({ field, setValue }: Pick<Registration, 'field' | 'setValue'>) {
  return (
    <>
      <div className={styles.pair}>
        <TextField {...field('firstName')} label={t(texts.firstName)} autoComplete="given-name" required />
        <TextField {...field('lastName')} label={t(texts.lastName)} autoComplete="family-name" required />
      </div>
      <EmailField {...field('email')} autoComplete="email" />
      <div className={styles.pair}>
        <PhoneField {...field('phone')} />
        <BirthField {...field('dob')} onPick={(date) => setValue('dob', date)} />
      </div>
      <div className={styles.pair}>
        <CountryField {...field('country')} onChoose={(country) => setValue('country', country)} />
        <TextField {...field('profession')} label={t(texts.profession)} autoComplete="organization-title" />
      </div>
    </>
  );
}

const legal = {
  terms: <TextLink to="/terms-condition">{null}</TextLink>,
  privacy: <TextLink to="/privacy-policy">{null}</TextLink>,
};

/** Shown when nobody may join at the moment. */
function Closed() {
  const address = supportEmail && (
    <a href={`mailto:${supportEmail}`}>
      <bdi>{supportEmail}</bdi>
    </a>
  );
  return (
    <>
      <p>{t(joiningTexts.closed)}</p>
      {address && (
        <p>
          <Sentence text={texts.write} values={{ address }} />
        </p>
      )}
    </>
  );
}

function Form() {
  const state = useLocation().state as LoginState;
  const registration = useRegistration();
  const { field, values, setValue } = registration;
  const waiting = registration.waiting && <p className={styles.quiet}>{t(texts.working)}</p>;
  return (
    <>
      <AccountForm
        of={registration}
        submitLabel={t(registration.asks ? joiningTexts.ask : texts.create)}
        after={<div role="status">{waiting}</div>}
      >
        {(byInvitation || byApproval || registration.byLink) && <JoinFields {...registration} />}
        <PersonFields field={field} setValue={setValue} />
        <PasswordField {...field('password')} label={t(accountTexts.password)} autoComplete="new-password" required />
        <PasswordStrength password={values.password} />
        <p className={styles.quiet}>
          <span>
            <Sentence text={texts.agree} elements={legal} />
          </span>
        </p>
      </AccountForm>
      {!byInvitation && !byApproval && <ProviderButtons from={state?.from} />}
    </>
  );
}

export function RegisterPage() {
  const state = useLocation().state as LoginState;
  const invited = useSearchParams()[0].has('invitation');
  const signIn = (
    <TextLink to="/Login" state={state}>
      {null}
    </TextLink>
  );
  return (
    <AccountFrame
      wide
      title={t(byApproval && !invited ? texts.askTitle : texts.title, { site: siteName() })}
      lead={aboutSite ?? t(texts.lead)}
      foot={
        <p>
          <Sentence text={texts.member} elements={{ signIn }} />
        </p>
      }
    >
      {registration === 'closed' ? <Closed /> : passwordsUsed ? <Form /> : <ProviderButtons from={state?.from} alone />}
    </AccountFrame>
  );
}
