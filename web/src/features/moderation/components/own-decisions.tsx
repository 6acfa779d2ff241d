import { defineMessages } from '@afterhours/contract/base/message';
import { labelNames } from '@afterhours/contract/constants/labels';
import {
  type appealDecision,
  type listOwnDecisions,
  type OwnDecision,
} from '@afterhours/contract/moderation/own-decisions';
import { MAX_STATEMENT } from '@afterhours/contract/moderation/staff-cases';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { call } from '#lib/api/client.ts';
import { useLinkedSection } from '#lib/focus/use-linked-section.ts';
import { hasDraft, useDraft } from '#lib/forms/use-draft.ts';
import { pageQuery, usePages } from '#lib/lists/use-pages.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppSelector } from '#lib/store.ts';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { words } from '#ui/text/words.ts';
import { kindNames } from '../cases/case-texts.ts';
import styles from '../cases/cases.module.css';

const texts = defineMessages('moderation.ownDecisions', {
  title: 'Decisions about you',
  warn: 'You were warned about this ({kind}).',
  labelled: 'This was labelled ({kind}). Everyone can still see it.',
  label: 'Label: {label}',
  hide: 'This was hidden ({kind}).',
  hidePictures: 'The pictures of your profile were hidden. You can choose others.',
  remove: 'This was removed ({kind}).',
  suspend: 'You are suspended because of this ({kind}).',
  ban: 'You are banned because of this ({kind}).',
  until: 'Until {when}.',
  hides: 'It was hidden, too.',
  none: 'Your appeal was reviewed. The decision stands.',
  hold: 'A moderator will review this before others can see it ({kind}).',
  reverse: 'A decision was reversed ({kind}).',
  rule: 'Rule: {rule}',
  facts: 'Facts: {facts}',
  automated: 'This was done automatically; a moderator will decide.',
  looked: 'A moderator has since reviewed it.',
  byPeople: 'Decided by a moderator, not by a program.',
  byNotice: 'Decided by a moderator after a report, not by a program.',
  reversed: 'This decision has been reversed.',
  waiting: 'Your appeal is waiting to be reviewed by somebody else.',
  words: 'Why do you disagree?',
  appeal: 'Appeal',
});

/** The first line of a decision, by its action. */
const openings = { ...texts, label: texts.labelled };

const loadDecisions = (cursor: string | null) =>
  call<typeof listOwnDecisions>('GET', '/me/decisions', { query: pageQuery(cursor) });

type AppealProps = { of: OwnDecision; onAppealed: () => void };

const useDraftName = (id: string) => `appeal:${useAppSelector(selectOwnUser)?._id ?? ''}:${id}`;

function AppealForm({ of: { _id: id }, onAppealed }: AppealProps) {
  const [appeal, setAppeal] = useDraft(useDraftName(id));
  const [failed, setFailed] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const options = { params: { id }, body: { words: appeal } };
    const response = await call<typeof appealDecision>('POST', '/me/decisions/:id/appeal', options);
    setPending(false);
    if (!response.ok) return setFailed(response.message);
    showSuccess(response.message);
    setAppeal('');
    onAppealed();
  };
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextArea
        label={t(texts.words)}
        limit={MAX_STATEMENT}
        value={appeal}
        error={failed}
        onChange={({ target }) => setAppeal(target.value)}
      />
      <Button type="submit" variant="primary" loading={pending}>
        {t(texts.appeal)}
      </Button>
    </form>
  );
}

/** A button that opens the form. The form of each of many decisions would make a long page. */
function Appeal({ of, onAppealed }: AppealProps) {
  const draft = useDraftName(of._id);
  const row = `${opening(of)} ${formatExact(of.createdAt)}`;
  const [writing, setWriting] = useState(() => hasDraft(draft));
  const box = useRef<HTMLDivElement>(null);
  const open = () => {
    flushSync(() => setWriting(true));
    box.current?.querySelector('textarea')?.focus();
  };
  return (
    <div ref={box} className={styles.appeal}>
      {writing ? (
        <AppealForm of={of} onAppealed={onAppealed} />
      ) : (
        <Button size="small" aria-label={t(words.ofRow, { action: t(texts.appeal), row })} onClick={open}>
          {t(texts.appeal)}
        </Button>
      )}
    </div>
  );
}

/** Returns who decided and why, or that the decision was reversed. */
function circumstances({ action, automated, byNotice, reversed }: OwnDecision): string {
  if (action === 'hold') return t(reversed ? texts.looked : texts.automated);
  if (automated) return '';
  if (reversed) return t(texts.reversed);
  return t(byNotice ? texts.byNotice : texts.byPeople);
}

const opening = ({ action, pictures, subject: { kind } }: OwnDecision): string =>
  pictures ? t(texts.hidePictures) : t(openings[action], { kind: t(kindNames[kind]) });

function Decision({ of }: { of: OwnDecision }) {
  const [appealed, setAppealed] = useState(false);
  const waits = appealed || of.appeal === 'waiting';
  const status = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is removed.
  useEffect(() => {
    if (appealed) status.current?.focus();
  }, [appealed]);
  return (
    <li>
      <p>
        <strong>{opening(of)}</strong> <Time value={of.createdAt} ago />
      </p>
      <blockquote dir="auto" className={styles.evidence}>
        {of.excerpt}
      </blockquote>
      {of.label && <p>{t(texts.label, { label: t(labelNames[of.label]) })}</p>}
      {of.until && <p>{t(texts.until, { when: formatExact(of.until) })}</p>}
      {of.hides && <p>{t(texts.hides)}</p>}
      {of.statement && (
        <p dir="auto" className={styles.written}>
          {of.statement}
        </p>
      )}
      {of.facts && (
        <p className={styles.written}>
          <Sentence text={texts.facts} values={{ facts: of.facts }} />
        </p>
      )}
      {of.rule && (
        <p>
          <Sentence text={texts.rule} values={{ rule: of.rule }} />
        </p>
      )}
      <p className={styles.quiet}>{circumstances(of)}</p>
      {waits && (
        <p ref={status} tabIndex={-1} role="status">
          {t(texts.waiting)}
        </p>
      )}
      {of.appealUntil && !waits && <Appeal of={of} onAppealed={() => setAppealed(true)} />}
    </li>
  );
}

/** The statements of reasons that the member has received, each with its appeal; nothing if there are none. */
export function OwnDecisions() {
  const pages = usePages(loadDecisions, ({ _id }) => _id);
  const section = useLinkedSection('decisions', pages.status !== 'loading');
  if (pages.status !== 'failed' && pages.items.length === 0) return null;
  return (
    <Card title={t(texts.title)} ref={section} tabIndex={-1}>
      <ul className={styles.decisions}>
        {pages.items.map((one) => (
          <Decision key={one._id} of={one} />
        ))}
      </ul>
      <ListFoot pages={pages} byButton />
    </Card>
  );
}
