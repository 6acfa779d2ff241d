import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages, type Message } from '@afterhours/contract/base/message';
import {
  type educationLevels,
  type employments,
  MAX_INTRO,
  updateProfileBody,
} from '@afterhours/contract/profile/profile-update';
import { type ComponentType, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { CountryField } from '#features/account/components/country-field.tsx';
import { BirthField, PhoneField } from '#features/account/components/person-fields.tsx';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { FormDialogProps } from '#ui/overlays/form-dialog.tsx';
import { saveProfile } from '../profile-commands.ts';
import { profileTexts } from '../profile-texts.ts';
import { NotificationSwitches } from '../switches/notification-switches.tsx';
import { EditorDialog } from './dialogs/entry-dialog.tsx';
import styles from './editor.module.css';

const texts = defineMessages('profile.update', {
  title: 'Update Profile',
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  email: 'E-mail',
  emailHint: 'You can change it in Settings, under Account Preferences.',
  phone: 'Phone number',
  gender: 'Gender',
  female: 'Female',
  male: 'Male',
  notGiven: 'Not given',
  fullTime: 'Full-Time',
  partTime: 'Part-Time',
  postGraduate: 'Post Graduate',
  graduate: 'Graduate',
  intermediate: 'Intermediate',
  metric: 'Metric',
  profession: 'Profession',
  employment: 'Employment',
  education: 'Education',
  intro: 'Intro',
  introHint: 'Shown below your name.',
  notificationHint: 'Choose what we notify you about. Changes take effect right away.',
  done: 'Done',
  sections: 'Sections',
  general: 'General',
  notification: 'Notification',
});

/** The calendar offers no day of the last so many years. */
const PICKER_YEARS = 13;

type SectionProps = {
  user: OwnUser;
  open: boolean;
  onClose: () => void;
  /** Buttons that lead to the other sections. */
  lead: NonNullable<FormDialogProps['lead']>;
};

/** A form for fields of the own account. */
function useRecordForm<Values extends Record<string, string>>(initial: Values, onClose: () => void) {
  const dispatch = useAppDispatch();
  return useForm({
    initial,
    schema: updateProfileBody,
    // A country that is not in the list, from an older version, stays until it is changed.
    toInput: ({ country, ...values }) => (country && country === initial.country ? values : { ...values, country }),
    submit: async (body) => {
      const failed = await dispatch(saveProfile(body));
      if (!failed) onClose();
      return failed;
    },
  });
}

const toPersonal = (user: OwnUser) => ({
  firstName: user.firstName,
  lastName: user.lastName,
  username: user.username,
  phone: user.phone ?? '',
  dob: user.dob ?? '',
  gender: user.gender ?? '',
  country: user.country ?? '',
});

type FieldsProps = Pick<ReturnType<typeof useRecordForm<ReturnType<typeof toPersonal>>>, 'field'>;

function Names({ field }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          {...field('firstName')}
          label={t(texts.firstName)}
          autoComplete="given-name"
          maxLength={50}
          required
        />
        <TextField
          {...field('lastName')}
          label={t(texts.lastName)}
          autoComplete="family-name"
          maxLength={50}
          required
        />
      </div>
      <TextField
        {...field('username')}
        label={t(texts.username)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </>
  );
}

function Personal({ user, open, onClose, lead }: SectionProps) {
  const [initial] = useState(() => toPersonal(user));
  const form = useRecordForm(initial, onClose);
  const { field, setValue } = form;
  return (
    <EditorDialog title={t(texts.title)} {...{ open, onClose, form, initial, lead }}>
      <Names field={field} />
      <TextField label={t(texts.email)} type="email" value={user.email} readOnly hint={t(texts.emailHint)} />
      <div className={styles.pair}>
        <PhoneField {...field('phone')} label={t(texts.phone)} />
        <BirthField {...field('dob')} age={PICKER_YEARS} onPick={(date) => setValue('dob', date)} />
        <Select {...field('gender')} label={t(texts.gender)} autoComplete="sex" required>
          <option value="">{t(profileTexts.choose)}</option>
          <option value="female">{t(texts.female)}</option>
          <option value="male">{t(texts.male)}</option>
        </Select>
        <CountryField {...field('country')} onChoose={(country) => setValue('country', country)} />
      </div>
    </EditorDialog>
  );
}

const toGeneral = (user: OwnUser) => ({
  profession: user.profession ?? '',
  employment: user.employment ?? '',
  education: user.education ?? '',
  intro_details: user.intro_details ?? '',
});

const employmentTexts: Record<(typeof employments)[number], Message> = {
  'Full-Time': texts.fullTime,
  'Part-Time': texts.partTime,
};
const educationTexts: Record<(typeof educationLevels)[number], Message> = {
  'Post Graduate': texts.postGraduate,
  Graduate: texts.graduate,
  Intermediate: texts.intermediate,
  Metric: texts.metric,
};

const toOptions = (choices: Readonly<Record<string, Message>>) =>
  Object.entries({ '': texts.notGiven, ...choices }).map(([value, text]) => (
    <option key={value} value={value}>
      {t(text)}
    </option>
  ));

function General({ user, open, onClose, lead }: SectionProps) {
  const [initial] = useState(() => toGeneral(user));
  const form = useRecordForm(initial, onClose);
  const { field } = form;
  return (
    <EditorDialog title={t(texts.title)} {...{ open, onClose, form, initial, lead }}>
      <TextField
        {...field('profession')}
        label={t(texts.profession)}
        autoComplete="organization-title"
        maxLength={80}
      />
      <div className={styles.pair}>
        <Select {...field('employment')} label={t(texts.employment)}>
          {toOptions(employmentTexts)}
        </Select>
        <Select {...field('education')} label={t(texts.education)}>
          {toOptions(educationTexts)}
        </Select>
      </div>
      <TextArea {...field('intro_details')} label={t(texts.intro)} hint={t(texts.introHint)} limit={MAX_INTRO} />
    </EditorDialog>
  );
}

function Notification({ user, open, onClose, lead }: SectionProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(texts.title)}
      description={t(texts.notificationHint)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t(texts.done)}
        </Button>
      }
    >
      {lead(() => true)}
      <NotificationSwitches user={user} />
    </Dialog>
  );
}

const sections = { profile: Personal, general: General, notification: Notification } satisfies Record<
  string,
  ComponentType<SectionProps>
>;

type SectionName = keyof typeof sections;

const labels: Record<SectionName, Message> = {
  profile: profileTexts.profile,
  general: texts.general,
  notification: texts.notification,
};
const names = Object.keys(labels) as SectionName[];

type UpdateProfileProps = { section: SectionName; open: boolean; onClose: () => void };

/** Changes one section of the own account. It gets a new `key` for each opening, to start from the current values. */
export function UpdateProfile({ section, open, onClose }: UpdateProfileProps) {
  const user = useAppSelector(selectOwnUser);
  const [shown, setShown] = useState(section);
  const Section = sections[shown];
  const lead: SectionProps['lead'] = (mayLeave) => {
    const go = async (name: SectionName) => {
      if (name !== shown && (await mayLeave())) setShown(name);
    };
    return (
      <nav aria-label={t(texts.sections)} className={styles.sections}>
        {names.map((name) => (
          <Button
            key={name}
            size="small"
            variant={name === shown ? 'secondary' : 'quiet'}
            aria-current={name === shown || undefined}
            onClick={() => void go(name)}
          >
            {t(labels[name])}
          </Button>
        ))}
      </nav>
    );
  };
  return user && <Section key={shown} user={user} open={open} onClose={onClose} lead={lead} />;
}
