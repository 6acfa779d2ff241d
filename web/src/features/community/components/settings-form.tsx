import { defineMessages } from '@afterhours/contract/base/message';
import {
  type CommunitySettings,
  communitySettings,
  MAX_ABOUT,
  MAX_ANNOUNCEMENT,
  MAX_COMMUNITY_NAME,
  MAX_QUESTION,
  MAX_RULES,
  registrationModes,
  type setCommunitySettings,
} from '@afterhours/contract/community/community';
import { joinAnswerMessages } from '@afterhours/contract/community/join-answer';
import { languageNames, languages } from '@afterhours/contract/constants/languages';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { settingNames } from '#features/moderation/staff/setting-names.ts';
import type { CallFailure } from '#lib/api/client.ts';
import { useSiteName } from '#lib/browser/site.ts';
import { supportEmail } from '#lib/browser/site-texts.ts';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useFormDraft, useFormStart } from '#lib/forms/use-form-draft.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { words } from '#ui/text/words.ts';
import styles from '../community.module.css';
import { saveSettings } from '../community-commands.ts';
import { useFocusAfterSave } from '../use-focus-after-save.ts';
import { AccentField } from './accent-field.tsx';
import { LimitFields } from './limit-fields.tsx';
import { MoneyFields } from './money-fields.tsx';
import { notesAt, SavedMeanwhile, type Stale } from './saved-meanwhile.tsx';
import { type SettingValues, toSettings, toValues } from './settings-values.ts';

const texts = defineMessages('community.settings', {
  nameHint: 'In the title of every page and in emails.',
  aboutHint: 'Shown to those who are about to join.',
  rulesHint: 'Shown above the terms. An empty line begins a new paragraph.',
  contactHint: 'Shown on the privacy page.',
  announcementHint: 'Shown above the feed, until a member dismisses it or you clear it here.',
  questionHint: 'The answers appear under Requests, where you accept or refuse.',
  domainsHint: 'One domain a line, such as mail.example. Addresses below it are blocked, too.',
  proofOfWorkHint:
    'Devices do a moment of work to register, which makes thousands of fake accounts expensive. ' +
    'People with an invitation are not asked. It needs https.',
  languageHint:
    'For people whose browser asks for a language that the site does not have. ' +
    '{n, plural, one {So far it has only this one.} other {It has #.}}',
  save: 'Save',
});

const modeTexts = defineMessages('community.registration', {
  open: 'Everyone',
  approval: 'People whose request we accept',
  invitation: 'People with an invitation',
  closed: 'Nobody for now',
});

export type SettingsFormProps = Stale & {
  settings: CommunitySettings & { version: number };
  mostStorageMb: number;
  /** Whether the settings have been saved on this page. */
  isSaved: boolean;
  onSaved: () => void;
};

function useSettingsForm({
  settings,
  isSaved,
  onStale,
  onSaved,
}: Omit<SettingsFormProps, 'mostStorageMb' | 'isStale'>) {
  const { confirmed, dialog } = useConfirmation();
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const [untouched] = useState(() => toValues(settings));
  const draft = { name: `settings:${me}`, version: settings.version, untouched };
  const start = useFormStart(draft);
  const form = useForm({
    initial: start.values,
    notes: notesAt(start.changedByBoth),
    schema: communitySettings,
    toInput: toSettings,
    submit: async (body): Promise<CallFailure | undefined> => {
      const { values } = form;
      const response = await confirmed<typeof setCommunitySettings>(() => saveSettings(body, lastVersion()));
      if (!response.ok && response.status === 409) {
        keep();
        await onStale();
      }
      if (!response.ok) return response;
      showSuccess(response.message);
      keepRest({ version: response.body.version, values });
      onSaved();
      return undefined;
    },
  });
  useFocusAfterSave(form.form, isSaved, start.written[0]);
  const { dirty, keep, keepRest, lastSaved, lastVersion } = useFormDraft(draft, form.values);
  const savedMeanwhile = dirty && start.changedByBoth !== null;
  const field = (name: keyof SettingValues) => ({ ...form.field(name), label: t(settingNames[name]) });
  return { ...form, field, dirty, savedMeanwhile, discard: () => form.reset(lastSaved()), dialog };
}

type FieldProps = Pick<ReturnType<typeof useSettingsForm>, 'field'>;

/** Name, welcome text, rules, contact address and announcement. */
function AboutFields({ field }: FieldProps) {
  return (
    <>
      <TextField
        {...field('name')}
        hint={t(texts.nameHint)}
        placeholder={useSiteName()}
        maxLength={MAX_COMMUNITY_NAME}
      />
      <TextArea {...field('about')} hint={t(texts.aboutHint)} limit={MAX_ABOUT} />
      <TextArea {...field('rules')} hint={t(texts.rulesHint)} limit={MAX_RULES} minRows={6} />
      <TextField
        {...field('contact')}
        type="email"
        hint={t(texts.contactHint)}
        placeholder={supportEmail ?? undefined}
      />
      <TextArea {...field('announcement')} hint={t(texts.announcementHint)} limit={MAX_ANNOUNCEMENT} minRows={2} />
    </>
  );
}

type JoiningParts = 'field' | 'setValue' | 'values';

/** Who may join, and the default language. */
function JoiningFields({ field, setValue, values }: Pick<ReturnType<typeof useSettingsForm>, JoiningParts>) {
  const { registration } = values;
  const proof = field('proofOfWork');
  return (
    <>
      <Select {...field('registration')}>
        {registrationModes.map((mode) => (
          <option key={mode} value={mode}>
            {t(modeTexts[mode])}
          </option>
        ))}
      </Select>
      {registration === 'approval' && (
        <TextArea
          {...field('question')}
          hint={t(texts.questionHint)}
          placeholder={t(joinAnswerMessages.question)}
          limit={MAX_QUESTION}
          minRows={2}
        />
      )}
      <TextArea {...field('blockedMailDomains')} hint={t(texts.domainsHint)} spellCheck={false} />
      <Checkbox
        name={proof.name}
        label={proof.label}
        hint={t(texts.proofOfWorkHint)}
        {...(proof.error ? { error: proof.error } : {})}
        checked={proof.value === 'on'}
        onChange={({ target }) => setValue('proofOfWork', target.checked ? 'on' : '')}
      />
      <Select {...field('language')} hint={t(texts.languageHint, { n: languages.length })}>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </Select>
    </>
  );
}

/** The settings as loaded. If somebody else has saved in the meantime, their changes are not overwritten. */
export function SettingsForm({ mostStorageMb, ...props }: SettingsFormProps) {
  const settings = useSettingsForm(props);
  const { form, field, values, setValue, message, failure, wait, pending, onSubmit, dirty, discard, dialog } = settings;
  return (
    <>
      <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
        {settings.savedMeanwhile && <SavedMeanwhile focused={props.isStale} />}
        <FormMessage {...{ message, failure, wait }} />
        <AboutFields field={field} />
        <AccentField props={field('accent')} value={values.accent} onPick={(colour) => setValue('accent', colour)} />
        <JoiningFields {...{ field, setValue, values }} />
        <LimitFields field={field} sellers={values.sellers} mostStorageMb={mostStorageMb} />
        <MoneyFields field={field} seller={values.seller} />
        <div ref={keepFocus} className={styles.actions}>
          {dirty && (
            <Button variant="quiet" disabled={pending} onClick={discard}>
              {t(words.discardChanges)}
            </Button>
          )}
          <Button type="submit" variant="primary" loading={pending} aria-disabled={wait > 0 || undefined}>
            {t(texts.save)}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}
