import { defineMessages } from '@afterhours/contract/base/message';
import {
  decideJoinRequests,
  type JoinDecision,
  MAX_DECISION_WORDS,
} from '@afterhours/contract/community/join-requests';
import { FieldsDialog } from '#features/account/fields-dialog.tsx';
import { useForm } from '#lib/forms/use-form.ts';
import { t } from '#lib/text/translate.ts';
import { TextArea } from '#ui/fields/text-area.tsx';
import styles from '../staff/staff.module.css';
import type { useDeciding } from './use-deciding.ts';

const texts = defineMessages('moderation.decideRequests', {
  accept: '{n, plural, one {Accept this request?} other {Accept # requests?}}',
  refuse: '{n, plural, one {Refuse this request?} other {Refuse # requests?}}',
  acceptLead: 'They can use the community at once, and get an email.',
  refuseLead: 'They get an email, and the account is deleted with everything that was entered.',
  words: 'Message to them',
  doAccept: 'Accept',
  doRefuse: 'Refuse',
});

type DecideDialogProps = {
  ids: readonly string[];
  action: JoinDecision;
  decide: ReturnType<typeof useDeciding>['decide'];
  open: boolean;
  onClose: () => void;
};

/** Decides requests, with a text that every applicant concerned receives by mail. */
export function DecideDialog({ ids, action, decide, open, onClose }: DecideDialogProps) {
  const form = useForm({
    initial: { words: '' },
    schema: decideJoinRequests.body,
    toInput: (typed) => ({ ids: [...ids], action, words: typed.words }),
    submit: async (body) => {
      const failed = await decide(body.ids, action, body.words);
      if (!failed) onClose();
      return failed;
    },
  });
  const n = ids.length;
  const accepting = action === 'accept';
  return (
    <FieldsDialog
      of={form}
      open={open}
      onClose={onClose}
      title={t(accepting ? texts.accept : texts.refuse, { n })}
      description={t(accepting ? texts.acceptLead : texts.refuseLead)}
      submitLabel={t(accepting ? texts.doAccept : texts.doRefuse)}
      danger={!accepting}
      dirty={form.values.words !== ''}
      className={styles.form}
    >
      <TextArea {...form.field('words')} label={t(texts.words)} required={!accepting} limit={MAX_DECISION_WORDS} />
    </FieldsDialog>
  );
}
