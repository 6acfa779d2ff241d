import type { OwnUser } from '@afterhours/contract/account';
import { educationLevels, employments, MAX_INTRO, updateProfileBody } from '@afterhours/contract/profile-update';
import { type ComponentType, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { CountryField } from '#features/account/components/country-field.tsx';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DatePickerField } from '#ui/fields/date-picker-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { FormDialogProps } from '#ui/overlays/form-dialog.tsx';
import { saveProfile } from '../profile-commands.ts';
import styles from './editor.module.css';
import { EditorDialog } from './entry-dialog.tsx';
import { NotificationSwitches } from './notification-switches.tsx';

const PICKER_YEARS = 13;
const TITLE = 'Update Profile';

/** The latest day of birth the calendar offers. */
function latestBirth(): string {
  const now = new Date();
  const latest = new Date(Date.UTC(now.getFullYear() - PICKER_YEARS, now.getMonth(), now.getDate()));
  return latest.toISOString().slice(0, 10);
}

type SectionProps = {
  user: OwnUser;
  open: boolean;
  onClose: () => void;
  /** The ways to the other sections. */
  lead: NonNullable<FormDialogProps['lead']>;
};

/** A form over fields of the own record, in its dialog. */
function useRecordForm<Values extends Record<string, string>>(initial: Values, onClose: () => void) {
  const dispatch = useAppDispatch();
  return useForm({
    initial,
    schema: updateProfileBody,
    // A country from before there was a list stays as long as it is not changed.
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

function Personal({ user, open, onClose, lead }: SectionProps) {
  const [initial] = useState(() => toPersonal(user));
  const form = useRecordForm(initial, onClose);
  const { field, setValue } = form;
  return (
    <EditorDialog title={TITLE} {...{ open, onClose, form, initial, lead }}>
      <div className={styles.pair}>
        <TextField {...field('firstName')} label="First name" autoComplete="given-name" maxLength={50} required />
        <TextField {...field('lastName')} label="Last name" autoComplete="family-name" maxLength={50} required />
      </div>
      <TextField
        {...field('username')}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        label="E-mail"
        type="email"
        value={user.email}
        readOnly
        hint="You change it in Settings, under Account Preferences."
      />
      <div className={styles.pair}>
        <TextField
          {...field('phone')}
          label="Phone number"
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
        <Select {...field('gender')} label="Gender" autoComplete="sex" required>
          <option value="">Choose</option>
          <option value="female">Female</option>
          <option value="male">Male</option>
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

const toOptions = (names: readonly string[]) =>
  ['', ...names].map((name) => (
    <option key={name} value={name}>
      {name || 'Not given'}
    </option>
  ));

function General({ user, open, onClose, lead }: SectionProps) {
  const [initial] = useState(() => toGeneral(user));
  const form = useRecordForm(initial, onClose);
  const { field } = form;
  return (
    <EditorDialog title={TITLE} {...{ open, onClose, form, initial, lead }}>
      <TextField {...field('profession')} label="Profession" autoComplete="organization-title" maxLength={80} />
      <div className={styles.pair}>
        <Select {...field('employment')} label="Employment">
          {toOptions(employments)}
        </Select>
        <Select {...field('education')} label="Education">
          {toOptions(educationLevels)}
        </Select>
      </div>
      <TextArea {...field('intro_details')} label="Intro" hint="Shown below your name." limit={MAX_INTRO} />
    </EditorDialog>
  );
}

function Notification({ open, onClose, lead }: SectionProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={TITLE}
      description="Choose what we notify you about. Changes take effect right away."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {lead(() => true)}
      <NotificationSwitches />
    </Dialog>
  );
}

const sections = { profile: Personal, general: General, notification: Notification } satisfies Record<
  string,
  ComponentType<SectionProps>
>;

type SectionName = keyof typeof sections;

const labels: Record<SectionName, string> = { profile: 'Profile', general: 'General', notification: 'Notification' };
const names = Object.keys(labels) as SectionName[];

type UpdateProfileProps = { section: SectionName; open: boolean; onClose: () => void };

/** Changes one section of the own record. Drawn anew (`key`) each time it is opened, it starts from the record as it then is. */
export function UpdateProfile({ section, open, onClose }: UpdateProfileProps) {
  const user = useAppSelector(selectOwnUser);
  const [shown, setShown] = useState(section);
  const Section = sections[shown];
  const lead: SectionProps['lead'] = (mayLeave) => {
    const go = async (name: SectionName) => {
      if (name !== shown && (await mayLeave())) setShown(name);
    };
    return (
      <nav aria-label="Sections" className={styles.sections}>
        {names.map((name) => (
          <Button
            key={name}
            size="small"
            variant={name === shown ? 'secondary' : 'quiet'}
            aria-current={name === shown || undefined}
            onClick={() => void go(name)}
          >
            {labels[name]}
          </Button>
        ))}
      </nav>
    );
  };
  return user && <Section key={shown} user={user} open={open} onClose={onClose} lead={lead} />;
}
