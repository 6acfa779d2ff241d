import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_NOTE, type PosterStatus, statusNames } from '@afterhours/contract/constants/applications';
import { type Application, applicationMessages } from '@afterhours/contract/jobs/applications';
import type { RefObject } from 'react';
import { PersonRow } from '#entities/people/person-row.tsx';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { showSuccess } from '#lib/notify.ts';
import { formatClock, formatDate } from '#lib/text/format.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { Card } from '#ui/layout/card.tsx';
import { words } from '#ui/text/words.ts';
import styles from '../applications.module.css';
import { CvButton } from '../cv-button.tsx';
import { StatusChip } from '../status-chip.tsx';
import { standingTexts } from './standing-texts.ts';
import { useNoteDraft } from './use-note-draft.ts';

const texts = defineMessages('applications.detail', {
  label: 'Application from {name}',
  applied: 'Applied on {day}',
  changed: 'Changed on {day}',
  message: 'Message',
  reject: 'Reject…',
  deleted: 'Everything submitted with it has been deleted.',
  nothing: 'No message or answers.',
  yes: 'Yes',
  no: 'No',
  note: 'Note',
  noteHint: 'Only you see it.',
  noteSaved: 'Note saved.',
  noteReplaced: 'This note was changed in another window. Saving will overwrite that version:',
  noteEmptied: 'This note was cleared in another window.',
});

const steps = ['talking', 'offer', 'hired'] as const satisfies readonly PosterStatus[];

type DetailProps = {
  of: Application;
  /** Whether the application no longer exists although it is still shown. */
  gone: boolean;
  note: RefObject<HTMLTextAreaElement | null>;
  pending: boolean;
  onStatus: (status: PosterStatus) => void;
  onUndo: () => void;
  onNote: (note: string) => Promise<boolean>;
};

function Note({ of, gone, note, onNote }: Pick<DetailProps, 'of' | 'gone' | 'note' | 'onNote'>) {
  // Until something is typed here, the note last saved in any tab is shown.
  const [written, setWritten] = useNoteDraft(of._id);
  const saved = of.note ?? '';
  const text = written?.text ?? saved;
  const isSaved = text.trim() === saved;
  const isReplaced = written !== null && written.over !== saved && !isSaved && !gone;
  const save = async () => {
    if (!(await onNote(text))) return;
    showSuccess(t(texts.noteSaved));
    setWritten((now) => (now && now.text !== text ? { text: now.text, over: text.trim() } : null));
  };
  if (gone && text === '') return null;
  return (
    <div className={styles.note}>
      <TextArea
        ref={note}
        label={t(texts.note)}
        hint={t(texts.noteHint)}
        minRows={2}
        limit={MAX_NOTE}
        value={text}
        readOnly={gone}
        onChange={({ target }) =>
          setWritten(target.value === saved ? null : { text: target.value, over: written?.over ?? saved })
        }
      />
      {isReplaced && (
        <Banner>
          <p>{t(saved ? texts.noteReplaced : texts.noteEmptied)}</p>
          {saved && (
            <p dir="auto" className={styles.words}>
              {saved}
            </p>
          )}
        </Banner>
      )}
      {!gone && (
        <Button size="small" disabled={isSaved} onClick={() => void save()}>
          {t(words.save)}
        </Button>
      )}
    </div>
  );
}

function Answers({ of: { words: written, answers } }: { of: Application }) {
  if (!written && answers.length === 0) return <p className={styles.quiet}>{t(texts.nothing)}</p>;
  return (
    <>
      {written && (
        <p dir="auto" className={styles.words}>
          {written}
        </p>
      )}
      {answers.length > 0 && (
        <dl className={styles.answers}>
          {answers.map(({ question, kind, answer }) => (
            <div key={question}>
              <dt dir="auto">{question}</dt>
              <dd dir="auto">{kind === 'yes-no' ? t(answer === 'yes' ? texts.yes : texts.no) : answer}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Steps({ of: { status, applicant }, pending, onStatus }: Pick<DetailProps, 'of' | 'pending' | 'onStatus'>) {
  return (
    <div className={styles.ways}>
      {steps.map((step) => (
        <Button
          key={step}
          size="small"
          aria-pressed={status === step}
          variant={status === step ? 'primary' : undefined}
          disabled={pending}
          onClick={() => onStatus(step)}
        >
          {t(statusNames[step])}
        </Button>
      ))}
      {status !== 'rejected' && (
        <Button size="small" disabled={pending} onClick={() => onStatus('rejected')}>
          {t(texts.reject)}
        </Button>
      )}
      <ButtonLink
        size="small"
        variant="quiet"
        className={styles.message}
        to="/Messages"
        state={{ defaultUser: applicant }}
      >
        {t(texts.message)}
      </ButtonLink>
    </div>
  );
}

type StandingProps = Pick<DetailProps, 'of' | 'gone' | 'onUndo'>;

/** What the author should know before acting: a pending rejection, or that nothing can be done any more. */
function Standing({ of: { applicant, status, rejectsAt }, gone, onUndo }: StandingProps) {
  const name = applicant.firstName;
  if (gone) return <Banner>{t(applicationMessages.notFound)}</Banner>;
  if (status === 'withdrawn')
    return (
      <Banner>
        {t(standingTexts.withdrawn, { name })} {t(texts.deleted)}
      </Banner>
    );
  if (!rejectsAt) return null;
  return (
    <Banner
      action={
        <Button size="small" onClick={onUndo}>
          {t(words.undo)}
        </Button>
      }
    >
      {t(standingTexts.pending, { name, time: formatClock(rejectsAt) })}
    </Banner>
  );
}

/** A single application: the applicant, what they wrote, and what the job's author decides. */
export function ApplicationDetail({ of, gone, note, pending, onStatus, onUndo, onNote }: DetailProps) {
  const { applicant, status, statusAt, createdAt, rejectsAt, cv } = of;
  const name = fullName(applicant);
  const isOver = gone || status === 'withdrawn';
  return (
    <Card aria-label={t(texts.label, { name })}>
      <div ref={keepFocus} className={styles.detail}>
        <PersonRow person={applicant} name={name} lines={[applicant.profession]} />
        <p className={styles.quiet}>
          <StatusChip status={status} />
          <span>{t(texts.applied, { day: formatDate(createdAt) })}</span>
          {status !== 'sent' && <span>{t(texts.changed, { day: formatDate(statusAt) })}</span>}
        </p>
        <Standing of={of} gone={gone} onUndo={onUndo} />
        {!isOver && <Answers of={of} />}
        {cv && !isOver && (
          <div className={styles.ways}>
            <CvButton id={of._id} cv={cv} />
          </div>
        )}
        {!isOver && !rejectsAt && <Steps of={of} pending={pending} onStatus={onStatus} />}
        <Note key={of._id} of={of} gone={gone} note={note} onNote={onNote} />
      </div>
    </Card>
  );
}
