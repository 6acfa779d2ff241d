import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_STATEMENT } from '@afterhours/contract/moderation/staff-cases';
import {
  type getSweep,
  type Sweep,
  type SweepAction,
  type SweepPreview,
  type SweepSpan,
  startSweep,
  sweepActions,
  sweepSpans,
} from '@afterhours/contract/moderation/staff-sweeps';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { FieldsDialog } from '#features/account/fields-dialog.tsx';
import { call } from '#lib/api/client.ts';
import { forgetIdempotencyKey, idempotencyKeyFor } from '#lib/forms/idempotency-key.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { showSuccess } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { actionNames, webinarConsequences } from '../cases/case-texts.ts';
import styles from '../staff/staff.module.css';

const texts = defineMessages('moderation.sweep', {
  title: 'Act on everything by {name}?',
  lead: 'It is one decision. Reversing it shows everything again.',
  loading: 'Counting what there is',
  posted: 'Posts and comments',
  span:
    '{span, select, day {The last day} week {The last week} other {All}}: ' +
    '{posts, plural, one {# post} other {# posts}}, {comments, plural, one {# comment} other {# comments}}',
  none: 'Leave them',
  cases: 'Also decide {n, plural, one {the open case} other {all # open cases}}',
  action: 'Decision',
  rule: 'Rule',
  statement: 'Statement to the member',
  confirm:
    'This hides {posts, plural, one {# post} other {# posts}} and ' +
    '{comments, plural, one {# comment} other {# comments}}, and closes {cases, plural, one {# case} other {# cases}}.',
  confirmBan:
    'This bans the member, which hides everything they have written, and closes ' +
    '{cases, plural, one {# case} other {# cases}}.',
  confirmWarn: 'This warns the member, hides nothing, and closes {cases, plural, one {# case} other {# cases}}.',
  confirmNone: 'This closes {cases, plural, one {# case} other {# cases}} and changes nothing else.',
  heldStay:
    '{held, plural, one {# case stays} other {# cases stay}} open, because their content is held until ' +
    'a moderator reviews it individually.',
  running: 'The last one is under way: {posts, number} posts, {comments, number} comments, {cases, number} cases.',
  last: 'The last one went through {posts, number} posts, {comments, number} comments and {cases, number} cases.',
});

/** A suspension needs an end date, which only the case's form has. */
const actions = sweepActions.filter((action) => action !== 'suspend');
const hides = (action: string): boolean => action === 'hide' || action === 'remove';

type Values = { posted: string; cases: string; action: string; rule: string; statement: string };

const toBody = ({ posted, cases, action, rule, statement }: Values) => ({
  posted: hides(action) ? (posted as SweepSpan) : ('none' as const),
  cases: cases === 'yes',
  action: action as SweepAction,
  rule,
  statement,
});

const countOf = (of: SweepPreview, span: string) =>
  span === 'day' || span === 'week' || span === 'all' ? of[span] : { posts: 0, comments: 0 };

function Latest({ of }: { of: Sweep }) {
  const { posts, comments, cases, finishedAt } = of;
  return (
    <p role="status" className={styles.quiet}>
      {t(finishedAt === null ? texts.running : texts.last, { posts, comments, cases })}
    </p>
  );
}

type SweepDialogProps = { userId: string; name: string; open: boolean; onClose: () => void; onStarted: () => void };

function useSweepForm({ userId, onClose, onStarted }: SweepDialogProps, latest: Sweep | null | undefined) {
  const { confirmed, dialog } = useConfirmation();
  const form = useForm<Values, ReturnType<typeof startSweep.body.parse>>({
    initial: { posted: 'all', cases: 'yes', action: 'hide', rule: '', statement: '' },
    schema: startSweep.body,
    toInput: toBody,
    submit: async (body) => {
      const keyName = `sweep:${userId}`;
      // The same decision after another one that the moderator sees is something new.
      const idempotencyKey = idempotencyKeyFor(keyName, JSON.stringify([body, latest?.decisionId]));
      const response = await confirmed(() =>
        call<typeof startSweep>('POST', '/staff/people/:id/sweep', { params: { id: userId }, body, idempotencyKey }),
      );
      if (!response.ok) return response;
      forgetIdempotencyKey(keyName);
      showSuccess(response.message);
      onClose();
      onStarted();
      return undefined;
    },
  });
  return { ...form, dialog };
}

/** What the sweep does, in numbers. A case about held content is closed only if the content is hidden. */
function Consequences({ values: { action, posted, cases: chosen }, of }: { values: Values; of: SweepPreview }) {
  const withCases = chosen === 'yes';
  const held = withCases && (action === 'none' || action === 'warn') ? of.heldCases : 0;
  const cases = withCases ? of.cases - held : 0;
  const sentences: Record<string, string> = {
    ban: t(texts.confirmBan, { cases }),
    warn: t(texts.confirmWarn, { cases }),
    none: t(texts.confirmNone, { cases }),
  };
  const webinars = webinarConsequences[action];
  return (
    <>
      <p>
        <strong>{sentences[action] ?? t(texts.confirm, { ...countOf(of, posted), cases })}</strong>
      </p>
      {webinars && <p>{t(webinars)}</p>}
      {held > 0 && <p>{t(texts.heldStay, { held })}</p>}
    </>
  );
}

type FieldsProps = Pick<ReturnType<typeof useSweepForm>, 'field' | 'values' | 'setValue'> & { of: SweepPreview };

function Fields({ field, values, setValue, of }: FieldsProps) {
  const mayHide = hides(values.action);
  return (
    <>
      {of.latest && <Latest of={of.latest} />}
      <Select {...field('action')} label={t(texts.action)}>
        {actions.map((action) => (
          <option key={action} value={action}>
            {t(actionNames[action])}
          </option>
        ))}
      </Select>
      {mayHide && (
        <Select {...field('posted')} label={t(texts.posted)}>
          {sweepSpans.map((span) => (
            <option key={span} value={span}>
              {span === 'none' ? t(texts.none) : t(texts.span, { span, ...of[span] })}
            </option>
          ))}
        </Select>
      )}
      {of.cases > 0 && (
        <Checkbox
          label={t(texts.cases, { n: of.cases })}
          checked={values.cases === 'yes'}
          onChange={({ target }) => setValue('cases', target.checked ? 'yes' : '')}
        />
      )}
      {values.action !== 'none' && <TextField {...field('rule')} label={t(texts.rule)} maxLength={200} />}
      <TextArea {...field('statement')} label={t(texts.statement)} minRows={2} limit={MAX_STATEMENT} />
      <Consequences values={values} of={of} />
    </>
  );
}

/** Hides a member's content and decides their open cases, by one decision, after showing how many there are. */
export function SweepDialog(props: SweepDialogProps) {
  const { userId, name, open, onClose } = props;
  const { status, data, message, retry } = useLoading(() =>
    call<typeof getSweep>('GET', '/staff/people/:id/sweep', { params: { id: userId } }),
  );
  const form = useSweepForm(props, data?.latest);
  const { field, values, setValue, dialog } = form;
  return (
    <>
      <FieldsDialog
        of={form}
        open={open}
        onClose={onClose}
        title={t(texts.title, { name })}
        description={t(texts.lead)}
        submitLabel={t(actionNames[values.action as SweepAction])}
        danger
        dirty={`${values.rule}${values.statement}`.trim() !== ''}
        unready={!data}
        className={styles.form}
      >
        {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
        {status === 'loading' && <LoadingNote>{t(texts.loading)}</LoadingNote>}
        {data && <Fields {...{ field, values, setValue, of: data }} />}
      </FieldsDialog>
      {dialog}
    </>
  );
}
