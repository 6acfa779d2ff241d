import { defineMessages } from '@afterhours/contract/base/message';
import {
  MAX_CHOICES,
  MAX_QUESTION,
  MAX_QUESTIONS,
  MIN_CHOICES,
  questionKindNames,
  questionKinds,
} from '@afterhours/contract/constants/applications';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { usePostForm } from '../use-post-form.ts';
import { type QuestionValue, toQuestionValues, writeQuestions } from './job-values.ts';
import styles from './question-fields.module.css';

const texts = defineMessages('posts.questions', {
  title: 'Questions to applicants',
  rule: 'Do not ask about age, health or family: that is unlawful in many countries.',
  text: 'Question {n}',
  kind: 'Type of answer',
  choices: 'Answers to choose from',
  choicesHint: '{min} to {max}, one on each line.',
  required: 'Required',
  remove: 'Remove question {n}',
  add: 'Add a question',
});

type Form = Pick<ReturnType<typeof usePostForm>['form'], 'values' | 'setValue' | 'errors'>;
type Change = (change: Partial<QuestionValue>) => void;
type Props = { of: QuestionValue; n: number; onChange: Change; onRemove: () => void };

function Question({ of: { text, kind, choices, required }, n, onChange, onRemove }: Props) {
  return (
    <li className={styles.question}>
      <TextField
        label={t(texts.text, { n })}
        maxLength={MAX_QUESTION}
        value={text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <Select
        label={t(texts.kind)}
        value={kind}
        onChange={({ target }) => {
          const chosen = questionKinds.find((one) => one === target.value) ?? 'text';
          onChange({ kind: chosen, ...(chosen === 'choice' ? {} : { choices: '' }) });
        }}
      >
        {questionKinds.map((one) => (
          <option key={one} value={one}>
            {t(questionKindNames[one])}
          </option>
        ))}
      </Select>
      {kind === 'choice' && (
        <TextArea
          label={t(texts.choices)}
          hint={t(texts.choicesHint, { min: MIN_CHOICES, max: MAX_CHOICES })}
          minRows={MIN_CHOICES}
          value={choices}
          onChange={({ target }) => onChange({ choices: target.value })}
        />
      )}
      <div className={styles.foot}>
        <Checkbox
          label={t(texts.required)}
          checked={required}
          onChange={({ target }) => onChange({ required: target.checked })}
        />
        <Button size="small" variant="quiet" icon={Trash} aria-label={t(texts.remove, { n })} onClick={onRemove} />
      </div>
    </li>
  );
}

/** The questions to applicants, in order. */
export function QuestionFields({ values, setValue, errors }: Form) {
  const questions = toQuestionValues(values.questions);
  const set = (next: readonly QuestionValue[]) => setValue('questions', writeQuestions(next));
  const changeAt = (place: number) => (change: Partial<QuestionValue>) =>
    set(questions.map((one, at) => (at === place ? { ...one, ...change } : one)));
  return (
    <fieldset ref={keepFocus} className={styles.questions}>
      <legend>{t(texts.title)}</legend>
      <p className={styles.rule}>{t(texts.rule)}</p>
      {questions.length > 0 && (
        <ol className={styles.list}>
          {questions.map((one, place) => (
            <Question
              // Questions have no id while they are typed.
              // oxlint-disable-next-line react/no-array-index-key
              key={place}
              of={one}
              n={place + 1}
              onChange={changeAt(place)}
              onRemove={() => set(questions.filter((_one, at) => at !== place))}
            />
          ))}
        </ol>
      )}
      {errors.questions && (
        <p role="alert" className={styles.error}>
          {errors.questions}
        </p>
      )}
      {questions.length < MAX_QUESTIONS && (
        <Button
          size="small"
          icon={Plus}
          onClick={() => set([...questions, { text: '', kind: 'text', choices: '', required: false }])}
        >
          {t(texts.add)}
        </Button>
      )}
    </fieldset>
  );
}
