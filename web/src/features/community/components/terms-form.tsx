import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_TERMS, publishTerms, type TermsVersion } from '@afterhours/contract/community/terms';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { documentNames } from '#features/moderation/staff/setting-names.ts';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useFormDraft, useFormStart } from '#lib/forms/use-form-draft.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppSelector } from '#lib/store.ts';
import { formatDate } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { words } from '#ui/text/words.ts';
import styles from '../community.module.css';
import { loadTerms, saveTerms } from '../community-commands.ts';
import { useFocusAfterSave } from '../use-focus-after-save.ts';
import { ReloadFailure } from './reload-failure.tsx';
import { notesAt, SavedMeanwhile, type Stale, useStale } from './saved-meanwhile.tsx';

const texts = defineMessages('community.terms', {
  builtIn: 'The built-in texts apply.',
  present: 'Version {version} has been in force since {date}.',
  hint:
    'Leave empty to use the built-in text. An empty line begins a new paragraph, “# ” a heading, and “- ” a ' +
    'list item.',
  publish: 'Publish a new version',
  asks: 'Members are asked to accept it once, on their next visit.',
  loading: 'Loading the texts',
});

const textOf = (name: keyof typeof documentNames) => ({
  label: t(documentNames[name]),
  hint: t(texts.hint),
  limit: MAX_TERMS,
  minRows: 6,
});

const toBody = (version: number, { terms, privacy }: { terms: string; privacy: string }) => ({
  version,
  terms: terms.trim() || null,
  privacy: privacy.trim() || null,
});

type FormProps = Stale & {
  present: TermsVersion;
  isPublished: boolean;
  onPublished: (next: TermsVersion) => void;
};

function Form({ present, isPublished, isStale, onStale, onPublished }: FormProps) {
  const { confirmed, dialog } = useConfirmation();
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const [untouched] = useState({ terms: present.terms ?? '', privacy: present.privacy ?? '' });
  const draft = { name: `terms:${me}`, version: present.version, untouched };
  const start = useFormStart(draft);
  const { form, field, values, reset, message, failure, wait, pending, onSubmit } = useForm({
    initial: start.values,
    notes: notesAt(start.changedByBoth),
    schema: publishTerms.body,
    toInput: (texts) => toBody(present.version, texts),
    submit: async (body) => {
      const response = await confirmed<typeof publishTerms>(() => saveTerms(body));
      if (!response.ok && response.status === 409) {
        keep();
        await onStale();
      }
      if (!response.ok) return response;
      showSuccess(response.message);
      keepRest({ version: response.body.version, values });
      onPublished(response.body);
      return undefined;
    },
  });
  useFocusAfterSave(form, isPublished, start.written[0]);
  const { dirty, keep, keepRest, lastSaved } = useFormDraft(draft, values);
  return (
    <>
      <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
        {dirty && start.changedByBoth && <SavedMeanwhile focused={isStale} />}
        <FormMessage {...{ message, failure, wait }} />
        <TextArea {...field('terms')} {...textOf('terms')} />
        <TextArea {...field('privacy')} {...textOf('privacy')} />
        <p className={styles.quiet}>{t(texts.asks)}</p>
        <div ref={keepFocus} className={styles.actions}>
          {dirty && (
            <Button variant="quiet" disabled={pending} onClick={() => reset(lastSaved())}>
              {t(words.discardChanges)}
            </Button>
          )}
          <Button type="submit" loading={pending} aria-disabled={wait > 0 || undefined}>
            {t(texts.publish)}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}

/** The terms and the privacy policy, of which owners publish new versions. */
export function TermsForm() {
  const { status, data, message, refresh, retry } = useLoading(loadTerms);
  const [published, setPublished] = useState<TermsVersion>();
  const stale = useStale(refresh);
  // Somebody else may have published after the viewer.
  const present = published && published.version > (data?.version ?? 0) ? published : data;
  const hasFailed = status === 'failed';
  if (!present && hasFailed) return <ErrorState message={message} onRetry={retry} />;
  if (!present) return <LoadingNote>{t(texts.loading)}</LoadingNote>;
  const { version, publishedAt } = present;
  return (
    <>
      {hasFailed && <ReloadFailure message={message} onRetry={retry} />}
      <p className={styles.quiet}>
        {publishedAt ? t(texts.present, { version, date: formatDate(publishedAt) }) : t(texts.builtIn)}
      </p>
      <Form key={version} {...{ present, ...stale }} isPublished={published !== undefined} onPublished={setPublished} />
    </>
  );
}
