import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_INTRO } from '@afterhours/contract/profile/profile-update';
import { type ReactNode, useId, useState } from 'react';
import { CountryField } from '#features/account/components/country-field.tsx';
import { BirthField, PhoneField } from '#features/account/components/person-fields.tsx';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { profileTexts } from '../profile-texts.ts';
import { EditorDialog } from './dialogs/entry-dialog.tsx';
import type { SectionProps } from './editing.ts';
import styles from './editor.module.css';
import { useAccountForm } from './use-account-form.ts';

const texts = defineMessages('profile.update', {
  shown: 'What others see',
  hidden: 'Only you see this',
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  profession: 'Profession',
  professionHint: 'Shown below your name and beside your posts.',
  intro: 'Intro',
  introHint: 'A sentence that introduces you.',
  email: 'Email',
  emailHint: 'You can change it in Settings, under Account Preferences.',
  phone: 'Phone number',
  gender: 'Gender',
  female: 'Female',
  male: 'Male',
});

/** The date picker excludes this many last years. */
const PICKER_YEARS = 13;

const toValues = (user: OwnUser) => ({
  firstName: user.firstName,
  lastName: user.lastName,
  username: user.username,
  profession: user.profession ?? '',
  intro_details: user.intro_details ?? '',
  country: user.country ?? '',
  phone: user.phone ?? '',
  dob: user.dob ?? '',
  gender: user.gender ?? '',
});

type Form = ReturnType<typeof useAccountForm<ReturnType<typeof toValues>>>;
type FieldsProps = Pick<Form, 'field' | 'setValue'>;

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}

function Names({ field }: Pick<FieldsProps, 'field'>) {
  return (
    <div className={styles.pair}>
      <TextField {...field('firstName')} label={t(texts.firstName)} autoComplete="given-name" maxLength={50} required />
      <TextField {...field('lastName')} label={t(texts.lastName)} autoComplete="family-name" maxLength={50} required />
    </div>
  );
}

function Shown({ field, setValue }: FieldsProps) {
  return (
    <Group title={t(texts.shown)}>
      <Names field={field} />
      <TextField
        {...field('profession')}
        label={t(texts.profession)}
        hint={t(texts.professionHint)}
        autoComplete="organization-title"
        maxLength={80}
      />
      <TextArea {...field('intro_details')} label={t(texts.intro)} hint={t(texts.introHint)} limit={MAX_INTRO} />
      <div className={styles.pair}>
        <TextField
          {...field('username')}
          label={t(texts.username)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <CountryField {...field('country')} onChoose={(country) => setValue('country', country)} />
      </div>
    </Group>
  );
}

function Hidden({ field, setValue, email }: FieldsProps & { email: string }) {
  return (
    <Group title={t(texts.hidden)}>
      <TextField label={t(texts.email)} type="email" value={email} readOnly hint={t(texts.emailHint)} />
      <div className={styles.pair}>
        <PhoneField {...field('phone')} label={t(texts.phone)} />
        <BirthField {...field('dob')} age={PICKER_YEARS} onPick={(date) => setValue('dob', date)} />
        <Select {...field('gender')} label={t(texts.gender)} autoComplete="sex" required>
          <option value="">{t(profileTexts.choose)}</option>
          <option value="female">{t(texts.female)}</option>
          <option value="male">{t(texts.male)}</option>
        </Select>
      </div>
    </Group>
  );
}

/** The section of Update Profile with the public fields of the account, and separately the private ones. */
export function ProfileForm({ user, open, onClose, lead, focus }: SectionProps) {
  const [initial] = useState(() => toValues(user));
  const form = useAccountForm(initial, onClose);
  const field: Form['field'] = (name) => ({
    ...form.field(name),
    ...(name === focus ? { 'data-autofocus': '' } : {}),
  });
  return (
    <EditorDialog title={t(profileTexts.update)} {...{ open, onClose, form, initial, lead }}>
      <Shown field={field} setValue={form.setValue} />
      <Hidden field={field} setValue={form.setValue} email={user.email} />
    </EditorDialog>
  );
}
