import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_ANSWER, MAX_APPLICATION_WORDS } from '@afterhours/contract/constants/applications';
import { MAX_DOCUMENT_BYTES } from '@afterhours/contract/constants/uploads';
import type { JobQuestion } from '@afterhours/contract/jobs/job-questions';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { StoredPost } from '#entities/posts/entities.ts';
import { UnsentForm } from '#entities/posts/unsent-forms.ts';
import type { CallFailure } from '#lib/api/client.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Banner, FailureBanner } from '#ui/feedback/banner.tsx';
import { Field } from '#ui/fields/field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { applyForJob } from '../application-commands.ts';
import styles from '../applications.module.css';
import { useApplicationDraft } from './use-application-draft.ts';

const texts = defineMessages('applications.apply', {
  title: 'Apply for “{title}”',
  untitled: 'Apply for this job',
  words: 'Cover note',
  wordsHint: 'Optional. Only the job’s author can read what you send.',
  cv: 'CV',
  cvHint: 'Optional: PDF or Word, at most 20 MB. It is deleted six months after the job closes, or when you withdraw.',
  cvTooLarge: 'This file is larger than 20 MB.',
  closed: 'This job is now closed. It no longer accepts applications.',
  ai: 'The author uses software to screen applications.',
  choose: 'Choose',
  yes: 'Yes',
  no: 'No',
  send: 'Send',
});

type AnswerProps = {
  question: JobQuestion;
  name: string;
  value: string;
  error: string | undefined;
  onAnswer: (value: string) => void;
};

/** The field for the answer to a question of this kind. */
function Answer({ question: { kind, text, choices, required }, name, value, error, onAnswer }: AnswerProps) {
  const field = { name, label: text, required, value, ...(error ? { error } : {}) };
  if (kind === 'text')
    return <TextArea {...field} minRows={2} limit={MAX_ANSWER} onChange={({ target }) => onAnswer(target.value)} />;
  if (kind === 'number')
    return (
      <TextField {...field} inputMode="decimal" maxLength={20} onChange={({ target }) => onAnswer(target.value)} />
    );
  const options = kind === 'yes-no' ? [['yes', t(texts.yes)] as const, ['no', t(texts.no)] as const] : null;
  return (
    <Select {...field} onChange={({ target }) => onAnswer(target.value)}>
      <option value="">{t(texts.choose)}</option>
      {(options ?? choices.map((choice) => [choice, choice] as const)).map(([each, label]) => (
        <option key={each} value={each}>
          {label}
        </option>
      ))}
    </Select>
  );
}

type Props = { post: StoredPost; open: boolean; onClose: () => void; onSent: () => void };

function focusField(form: HTMLFormElement | null, wrong: string | undefined): void {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  fields.find(({ name }) => name === wrong)?.focus();
}

function useApplying({ post, onClose, onSent }: Props) {
  const dispatch = useAppDispatch();
  const questions = post.job?.questions ?? [];
  const draft = useApplicationDraft(post._id);
  const [cv, setCv] = useState<File | null>(null);
  const [failure, setFailure] = useState<CallFailure>();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const close = () => {
    draft.remove();
    onClose();
  };
  const isLarge = cv !== null && cv.size > MAX_DOCUMENT_BYTES;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLarge) return focusField(form.current, 'cv');
    if (pending) return;
    setPending(true);
    const answers = questions.flatMap(({ text }) => {
      const answer = draft.answers[text]?.trim();
      return answer ? [{ question: text, answer }] : [];
    });
    const failed = await dispatch(applyForJob(post, { words: draft.words.trim(), answers, cv }));
    setPending(false);
    setFailure(failed);
    if (failed) return focusField(form.current, failed.errors?.[0]?.field);
    close();
    onSent();
  };
  const errorOf = (name: string) => failure?.errors?.find(({ field }) => field === name)?.message;
  const isShown = questions.some((_question, place) => errorOf(`answers.${place}`)) || Boolean(errorOf('words'));
  const dirty = !draft.isEmpty || cv !== null;
  const closed = post.job?.state === 'closed' ? t(texts.closed) : null;
  const message = failure && !isShown ? failure.message : closed;
  return {
    questions,
    draft,
    close,
    setCv,
    isLarge,
    pending,
    form,
    submit,
    errorOf,
    dirty,
    message,
  };
}

function CvField({ applying: { isLarge, setCv } }: { applying: ReturnType<typeof useApplying> }) {
  const place = useRef<HTMLDivElement>(null);
  // The field is at the end of the form and its error below it, so both may be out of view.
  useEffect(() => {
    if (isLarge) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isLarge]);
  return (
    <div ref={place}>
      <Field label={t(texts.cv)} hint={t(texts.cvHint)} {...(isLarge ? { error: t(texts.cvTooLarge) } : {})}>
        {(aria) => (
          <input
            {...aria}
            type="file"
            name="cv"
            accept=".pdf,.doc,.docx"
            className={styles.file}
            onChange={({ target }) => setCv(target.files?.[0] ?? null)}
          />
        )}
      </Field>
    </div>
  );
}

function Answers({ applying }: { applying: ReturnType<typeof useApplying> }) {
  const { questions, draft, errorOf } = applying;
  return questions.map((question, place) => (
    <Answer
      key={question.text}
      question={question}
      name={`answers.${place}`}
      value={draft.answers[question.text] ?? ''}
      error={errorOf(`answers.${place}`)}
      onAnswer={(value) => draft.setAnswer(question.text, value)}
    />
  ));
}

/** The form to apply for a job: a message, answers to the job's questions, and a CV. */
export function ApplyDialog(props: Props) {
  const { post, open } = props;
  const id = useId();
  const applying = useApplying(props);
  const { form, submit, close, message, draft, errorOf, dirty, pending } = applying;
  const wrong = errorOf('words');
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={post.title ? t(texts.title, { title: post.title }) : t(texts.untitled)}
      form={id}
      submitLabel={t(texts.send)}
      dirty={dirty}
      pending={pending}
    >
      <form id={id} ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {message && <FailureBanner>{message}</FailureBanner>}
        {post.job?.aiScreening && <Banner tone="info">{t(texts.ai)}</Banner>}
        <Answers applying={applying} />
        <TextArea
          name="words"
          label={t(texts.words)}
          hint={t(texts.wordsHint)}
          limit={MAX_APPLICATION_WORDS}
          value={draft.words}
          {...(wrong ? { error: wrong } : {})}
          onChange={({ target }) => draft.setWords(target.value)}
        />
        <CvField applying={applying} />
        {open && dirty && <UnsentForm id={post._id} />}
      </form>
    </FormDialog>
  );
}
