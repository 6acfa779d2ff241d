import { defineMessages } from '@afterhours/contract/base/message';
import { labelNames } from '@afterhours/contract/constants/labels';
import type { StaffCaseDetail, StaffDecision } from '@afterhours/contract/moderation/staff-cases';
import { useEffect, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useDraft } from '#lib/forms/use-draft.ts';
import { useAppSelector } from '#lib/store.ts';
import { formatExact } from '#lib/text/format.ts';
import { joinUnits, t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useLeaveQuestion } from '#ui/overlays/form-dialog.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { words } from '#ui/text/words.ts';
import { decisionName, nameOf } from './case-texts.ts';
import styles from './cases.module.css';
import type { useCase } from './use-case.ts';

const texts = defineMessages('moderation.caseDecisions', {
  automation: 'by the automation',
  decisions: 'Decisions',
  until: 'Until {when}',
  hides: 'Hidden, too',
  named: 'Rule: {rule}',
  facts: 'Facts: {facts}',
  undo: 'Reverse',
  undoTitle: 'Reverse this decision?',
  undoWhy: 'Why? The member will read this.',
});

type Reverse = ReturnType<typeof useCase>['reverse'];

/** What exactly was decided, and why. */
function Reasons({ of }: { of: StaffDecision }) {
  return (
    <>
      {of.label && <p>{t(labelNames[of.label])}</p>}
      {of.until && <p>{t(texts.until, { when: formatExact(of.until) })}</p>}
      {of.hides && <p>{t(texts.hides)}</p>}
      {of.rule && (
        <p>
          <Sentence text={texts.named} values={{ rule: of.rule }} />
        </p>
      )}
      {of.facts && (
        <p className={styles.written}>
          <Sentence text={texts.facts} values={{ facts: of.facts }} />
        </p>
      )}
      {of.statement && (
        <p dir="auto" className={styles.written}>
          {of.statement}
        </p>
      )}
    </>
  );
}

/** The dialog that asks for the reason of a reversal, which survives leaving the page, and is discarded on Cancel. */
function useReversal(of: StaffDecision, reverse: Reverse) {
  const [asking, setAsking] = useState(false);
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const [why, setWhy] = useDraft(`reversal:${me}:${of._id}`);
  const [failed, setFailed] = useState<string>();
  const [pending, setPending] = useState(false);
  const { mayClose, question } = useLeaveQuestion({ dirty: why.trim() !== '' && !pending, open: false });
  useEffect(() => {
    if (!of.reversible) setWhy('');
  }, [of.reversible, setWhy]);
  const confirm = async () => {
    setPending(true);
    const failure = await reverse(of._id, why);
    if (!failure) setWhy('');
    setFailed(failure?.message);
    setPending(false);
  };
  const cancel = async () => {
    if (!(await mayClose())) return;
    // What is being sent stays until it is known whether that has worked.
    if (!pending) setWhy('');
    setFailed(undefined);
    setAsking(false);
  };
  const dialog = (
    <>
      <ConfirmDialog
        open={asking}
        title={t(texts.undoTitle)}
        confirmLabel={t(texts.undo)}
        loading={pending}
        onConfirm={() => void confirm()}
        onCancel={() => void cancel()}
      >
        {/* The first space of a reason that is typed at once would otherwise press Cancel. */}
        <TextArea
          data-autofocus=""
          label={t(texts.undoWhy)}
          value={why}
          error={failed}
          onChange={({ target }) => setWhy(target.value)}
        />
      </ConfirmDialog>
      {question}
    </>
  );
  return { open: () => setAsking(true), dialog };
}

function Decision({ of, reverse }: { of: StaffDecision; reverse: Reverse }) {
  const { open, dialog } = useReversal(of, reverse);
  const row = joinUnits([decisionName(of), formatExact(of.createdAt)]);
  return (
    <li>
      <p>
        <strong>{decisionName(of)}</strong> <bdi>{of.automated ? t(texts.automation) : nameOf(of.decidedBy)}</bdi>{' '}
        <Time value={of.createdAt} ago />
      </p>
      <Reasons of={of} />
      {of.reversible && (
        <Button size="small" aria-label={t(words.ofRow, { action: t(texts.undo), row })} onClick={open}>
          {t(texts.undo)}
        </Button>
      )}
      {dialog}
    </li>
  );
}

/** The decisions in a case, each with the button to reverse it. */
export function CaseDecisions({ decisions, reverse }: Pick<StaffCaseDetail, 'decisions'> & { reverse: Reverse }) {
  if (decisions.length === 0) return null;
  return (
    <section aria-label={t(texts.decisions)}>
      <h3>{t(texts.decisions)}</h3>
      <ul className={styles.plain}>
        {decisions.map((one) => (
          <Decision key={one._id} of={one} reverse={reverse} />
        ))}
      </ul>
    </section>
  );
}
