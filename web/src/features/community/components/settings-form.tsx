import { defineMessages } from '@afterhours/contract/base/message';
import {
  type CommunitySettings,
  communitySettings,
  MAX_ABOUT,
  MAX_ANNOUNCEMENT,
  MAX_COMMUNITY_NAME,
  MAX_QUESTION,
  MAX_RULES,
  type RegistrationMode,
  registrationModes,
  type setCommunitySettings,
} from '@afterhours/contract/community';
import { joinAnswerMessages } from '@afterhours/contract/join-answer';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { siteName } from '#lib/browser/site.ts';
import { supportEmail } from '#lib/browser/site-texts.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { showSuccess } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import styles from '../community.module.css';
import { saveSettings } from '../community-commands.ts';
import { AccentField } from './accent-field.tsx';

const texts = defineMessages('community.settings', {
  name: 'Name',
  nameHint: 'In the title of every page and in mails.',
  about: 'Welcome text',
  aboutHint: 'Shown to those who are about to join.',
  rules: 'Rules',
  rulesHint: 'Shown above the terms. An empty line begins a new paragraph.',
  contact: 'Email for questions',
  contactHint: 'Shown on the privacy page.',
  announcement: 'Announcement',
  announcementHint: 'Shown above the feed, until a member dismisses it or you clear it here.',
  registration: 'Who may join',
  question: 'Question to those who ask to join',
  questionHint: 'You read the answers under Requests, and accept or refuse.',
  domains: 'Blocked email providers',
  domainsHint: 'One domain a line, such as mail.example. Addresses below it are blocked, too.',
  save: 'Save',
});

const modeTexts = defineMessages('community.registration', {
  open: 'Everybody',
  approval: 'People whom we accept',
  invitation: 'People with an invitation',
  closed: 'Nobody for now',
});

type Values = Record<
  | 'name'
  | 'about'
  | 'rules'
  | 'contact'
  | 'announcement'
  | 'accent'
  | 'registration'
  | 'question'
  | 'blockedMailDomains',
  string
>;

const toValues = (settings: CommunitySettings): Values => ({
  name: settings.name ?? '',
  about: settings.about ?? '',
  rules: settings.rules ?? '',
  contact: settings.contact ?? '',
  announcement: settings.announcement ?? '',
  accent: settings.accent ?? '',
  registration: settings.registration,
  question: settings.question ?? '',
  blockedMailDomains: settings.blockedMailDomains.join('\n'),
});

const toSettings = (values: Values) => ({
  name: values.name.trim() || null,
  about: values.about.trim() || null,
  rules: values.rules.trim() || null,
  contact: values.contact.trim() || null,
  announcement: values.announcement.trim() || null,
  accent: values.accent.trim() || null,
  registration: values.registration as RegistrationMode,
  question: values.question.trim() || null,
  blockedMailDomains: values.blockedMailDomains.split(/[\s,]+/).filter(Boolean),
});

export type SettingsFormProps = { settings: CommunitySettings & { version: number }; onSaved: () => void };

function useSettingsForm({ settings, onSaved }: SettingsFormProps) {
  const { confirmed, dialog } = useConfirmation();
  const form = useForm({
    initial: toValues(settings),
    schema: communitySettings,
    toInput: toSettings,
    submit: async (body) => {
      const answer = await confirmed<typeof setCommunitySettings>(() => saveSettings(body, settings.version));
      if (!answer.ok) return answer;
      showSuccess(answer.message);
      onSaved();
      return undefined;
    },
  });
  return { ...form, dialog };
}
type FieldProps = Pick<ReturnType<typeof useSettingsForm>, 'field'>;

/** Name, welcome text, rules and address. */
function AboutFields({ field }: FieldProps) {
  return (
    <>
      <TextField
        {...field('name')}
        label={t(texts.name)}
        hint={t(texts.nameHint)}
        placeholder={siteName}
        maxLength={MAX_COMMUNITY_NAME}
      />
      <TextArea {...field('about')} label={t(texts.about)} hint={t(texts.aboutHint)} limit={MAX_ABOUT} />
      <TextArea {...field('rules')} label={t(texts.rules)} hint={t(texts.rulesHint)} limit={MAX_RULES} minRows={6} />
      <TextField
        {...field('contact')}
        type="email"
        label={t(texts.contact)}
        hint={t(texts.contactHint)}
        placeholder={supportEmail ?? undefined}
      />
      <TextArea
        {...field('announcement')}
        label={t(texts.announcement)}
        hint={t(texts.announcementHint)}
        limit={MAX_ANNOUNCEMENT}
        minRows={2}
      />
    </>
  );
}

/** The settings as they were loaded. Those that somebody else has saved meanwhile are not overwritten. */
export function SettingsForm(props: SettingsFormProps) {
  const { form, field, values, setValue, message, failure, wait, pending, onSubmit, dialog } = useSettingsForm(props);
  return (
    <>
      <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
        <FormMessage {...{ message, failure, wait }} />
        <AboutFields field={field} />
        <AccentField props={field('accent')} value={values.accent} onPick={(colour) => setValue('accent', colour)} />
        <Select {...field('registration')} label={t(texts.registration)}>
          {registrationModes.map((mode) => (
            <option key={mode} value={mode}>
              {t(modeTexts[mode])}
            </option>
          ))}
        </Select>
        {values.registration === 'approval' && (
          <TextArea
            {...field('question')}
            label={t(texts.question)}
            hint={t(texts.questionHint)}
            placeholder={t(joinAnswerMessages.question)}
            limit={MAX_QUESTION}
            minRows={2}
          />
        )}
        <TextArea
          {...field('blockedMailDomains')}
          label={t(texts.domains)}
          hint={t(texts.domainsHint)}
          spellCheck={false}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" loading={pending} aria-disabled={wait > 0 || undefined}>
            {t(texts.save)}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}
