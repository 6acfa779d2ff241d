import { defineMessages } from '@afterhours/contract/base/message';
import { type Label, labelNames, labelNotes, labels } from '@afterhours/contract/constants/labels';
import {
  type CaseKind,
  canBeHidden,
  canBeLabelled,
  canHide,
  decisionActions,
  MAX_STATEMENT,
  type StaffCaseDetail,
} from '@afterhours/contract/moderation/staff-cases';
import { isShortcut } from '#lib/forms/shortcuts.ts';
import { useDocumentKeys } from '#lib/forms/use-document-keys.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FailureBanner } from '#ui/feedback/banner.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import staff from '../staff/staff.module.css';
import { actionNames, webinarConsequences } from './case-texts.ts';
import styles from './cases.module.css';
import { DecidedMeanwhile, Unsent } from './decided-meanwhile.tsx';
import { type Choice, type DecisionFormProps, type Length, useDecision } from './use-decision.ts';

const texts = defineMessages('moderation.decision', {
  what: 'Decision',
  keep: 'Keep the decision',
  reverse: 'Reverse the decision',
  rule: 'Rule',
  facts: 'Facts',
  statement: 'Statement to the member',
  statementHint: 'They will see it with the rule and the facts, and can appeal.',
  noActionHint: 'Without an action, the member is not notified. Only staff can read this.',
  withFactsHint: 'They will see it with the facts.',
  reverseHint: 'They will see it.',
  decide: 'Decide',
  duration: 'For how long?',
  days: '{days, plural, one {# day} other {# days}}',
  year: '1 year',
  hide: 'Hide what was reported, too',
  hidePictures: 'Hide the pictures',
  label: 'Label',
  chooseLabel: 'Choose a label',
  messageHint: 'The message will disappear from the chat of both members, with its files.',
  banHint: 'Nobody will see the profile or anything this member wrote until the decision is reversed.',
});

const YEAR = 365;
/** How long a suspension can last, in days. */
const durations = [1, 3, 7, 14, 30, 90, YEAR] as const;

const choicesOf = ({ subject: { kind } }: StaffCaseDetail): readonly Choice[] => {
  if (kind === 'appeal') return ['none', 'reverse'];
  return decisionActions.filter((action) => {
    if (action === 'hide' || action === 'remove') return canHide(kind, action);
    return canBeLabelled(kind) || action !== 'label';
  });
};

/** An appeal is decided on by keeping or reversing the decision that it is about. */
function nameOf(one: Choice, kind: CaseKind): string {
  if (one === 'reverse') return t(texts.reverse);
  if (one === 'hide' && kind === 'member') return t(texts.hidePictures);
  return t(kind === 'appeal' ? texts.keep : actionNames[one]);
}

/** What becomes of the statement. */
function hintFor({ subject: { kind }, held }: StaffCaseDetail, choice: Choice): string {
  if (choice === 'reverse') return t(texts.reverseHint);
  if (choice !== 'none') return t(texts.statementHint);
  // The author learns that what was held has been released.
  return t(kind === 'appeal' || held ? texts.withFactsHint : texts.noActionHint);
}

/** What else an action has in store for this subject. `hides`: whether it hides what was reported. */
function Consequences({ choice, kind, hides }: { choice: Choice; kind: CaseKind; hides: boolean }) {
  const webinars = choice === 'ban' || kind === 'webinar' ? webinarConsequences[choice] : undefined;
  return (
    <>
      {choice === 'ban' && <p className={styles.quiet}>{t(texts.banHint)}</p>}
      {kind === 'message' && hides && <p className={styles.quiet}>{t(texts.messageHint)}</p>}
      {webinars && <p className={styles.quiet}>{t(webinars)}</p>}
    </>
  );
}

/** The number keys choose an action. */
function useNumberKeys(choices: readonly Choice[], choose: (choice: Choice) => void): void {
  useDocumentKeys((event) => {
    const chosen = isShortcut(event) ? choices[Number(event.key) - 1] : undefined;
    if (chosen !== undefined) choose(chosen);
  });
}

type ChoicesProps = {
  choices: readonly Choice[];
  choice: Choice;
  kind: CaseKind;
  onChoose: (choice: Choice) => void;
};

function Choices({ choices, choice, kind, onChoose }: ChoicesProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{t(texts.what)}</legend>
      {choices.map((one, at) => (
        <label key={one} className={styles.choice}>
          <input type="radio" name="action" value={one} checked={choice === one} onChange={() => onChoose(one)} />
          <span className={staff.keys}>{at + 1}</span> {nameOf(one, kind)}
        </label>
      ))}
    </fieldset>
  );
}

type SuspensionProps = { length: Length; onChange: (length: Length) => void; hideable: boolean };

/** How long the member is suspended, and whether the reported content is hidden too. */
function Suspension({ length, onChange, hideable }: SuspensionProps) {
  return (
    <>
      <Select
        label={t(texts.duration)}
        value={length.days}
        onChange={({ target }) => onChange({ ...length, days: Number(target.value) })}
      >
        {durations.map((days) => (
          <option key={days} value={days}>
            {days === YEAR ? t(texts.year) : t(texts.days, { days })}
          </option>
        ))}
      </Select>
      {hideable && (
        <Checkbox
          label={t(texts.hide)}
          checked={length.hide}
          onChange={({ target }) => onChange({ ...length, hide: target.checked })}
        />
      )}
    </>
  );
}

type LabelChoiceProps = { label: Label | ''; error: string | undefined; onChange: (label: Label | '') => void };

/** The label to attach, with the explanation that everyone can read. */
function LabelChoice({ label, error, onChange }: LabelChoiceProps) {
  return (
    <Select
      name="label"
      label={t(texts.label)}
      hint={label ? t(labelNotes[label]) : undefined}
      error={error}
      value={label}
      onChange={({ target }) => onChange(labels.find((one) => one === target.value) ?? '')}
    >
      <option value="">{t(texts.chooseLabel)}</option>
      {labels.map((one) => (
        <option key={one} value={one}>
          {t(labelNames[one])}
        </option>
      ))}
    </Select>
  );
}

/**
 * The form to decide a case. Number keys choose the action; Enter in a text field decides. Once somebody else has
 * decided, it shows only the text that was written.
 */
export function DecisionForm(props: DecisionFormProps) {
  const decision = useDecision(props);
  const { rule, facts, statement } = decision.values;
  const isOver = props.of.state === 'closed';
  const words = [
    { label: t(texts.rule), text: rule },
    { label: t(texts.facts), text: facts },
    { label: t(texts.statement), text: statement },
  ];
  return (
    <>
      <div role="status">{isOver && <DecidedMeanwhile of={props.of} />}</div>
      {isOver ? <Unsent of={props.of} words={words} /> : <Form of={props.of} decision={decision} />}
    </>
  );
}

type FormProps = { of: StaffCaseDetail; decision: ReturnType<typeof useDecision> };

function Form({ of, decision: { form, values, change, labelError, pending, message, field, submit } }: FormProps) {
  const choices = choicesOf(of);
  const { choice, label, length } = values;
  const hides = choice === 'hide' || choice === 'remove' || (choice === 'suspend' && length.hide);
  useNumberKeys(choices, (chosen) => {
    change({ choice: chosen });
    form.current?.querySelector<HTMLElement>(`input[value="${chosen}"]`)?.focus();
  });
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {message && <FailureBanner>{message}</FailureBanner>}
      <Choices
        choices={choices}
        choice={choice}
        kind={of.subject.kind}
        onChoose={(chosen) => change({ choice: chosen })}
      />
      {choice === 'suspend' && (
        <Suspension
          length={length}
          onChange={(chosen) => change({ length: chosen })}
          hideable={canBeHidden(of.subject.kind)}
        />
      )}
      {choice === 'label' && (
        <LabelChoice label={label} error={labelError} onChange={(chosen) => change({ label: chosen })} />
      )}
      <Consequences choice={choice} kind={of.subject.kind} hides={hides} />
      {choice !== 'reverse' && choice !== 'none' && <TextField label={t(texts.rule)} {...field('rule')} />}
      {choice !== 'reverse' && (
        <TextArea label={t(texts.facts)} minRows={2} limit={MAX_STATEMENT} {...field('facts')} />
      )}
      <TextArea
        label={t(texts.statement)}
        hint={hintFor(of, choice)}
        minRows={2}
        limit={MAX_STATEMENT}
        {...field('statement')}
      />
      <Button type="submit" variant="primary" loading={pending}>
        {t(texts.decide)}
      </Button>
    </form>
  );
}
