import { defineMessages } from '@afterhours/contract/base/message';
import {
  categoryNames,
  MAX_REASON,
  type ReportCategory,
  reportCategories,
} from '@afterhours/contract/moderation/moderation';
import { type FormEvent, useId, useState } from 'react';
import type { CallFailure } from '#lib/api/client.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Banner, FailureBanner } from '#ui/feedback/banner.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { type Reported, report } from '../moderation-commands.ts';
import styles from './report-dialog.module.css';

const texts = defineMessages('report.dialog', {
  title: 'Report this {kind, select, post {post} comment {comment} message {message} other {member}}',
  ownHint: 'We will review it. It stays where it is until then.',
  memberHint: 'We will look at this profile and what it posts. They won’t learn who reported them.',
  messageHint: 'We will look at this message, and at no other in your chat. They won’t learn who reported them.',
  hint: 'We will look at it. You will no longer see this {kind, select, post {post} other {comment}}.',
  report: 'Report',
  category: 'What is it?',
  noCategory: 'Choose (optional)',
  reason: 'What is wrong? (optional)',
  reasonOfIt: 'What is wrong with it? (optional)',
});

type ReportDialogProps = {
  reported: Reported;
  /** What the reporter has to know before reporting. */
  note?: string | undefined;
  open: boolean;
  onClose: () => void;
  onReported?: () => void;
};

function describe({ kind, own }: Reported): string {
  if (own) return t(texts.ownHint);
  if (kind === 'message') return t(texts.messageHint);
  return kind === 'member' ? t(texts.memberHint) : t(texts.hint, { kind });
}

type ReportingProps = Pick<ReportDialogProps, 'reported' | 'onClose' | 'onReported'>;

function useReport({ reported, onClose, onReported }: ReportingProps) {
  const dispatch = useAppDispatch();
  const [reason, setReason] = useState('');
  const [category, setCategory] = useState<ReportCategory | ''>('');
  const [failed, setFailed] = useState<CallFailure>();
  const [pending, setPending] = useState(false);
  const stays = reported.kind === 'member' || reported.kind === 'message' || reported.own === true;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const failure = await dispatch(report(reported, { words: reason, ...(category ? { category } : {}) }));
    setFailed(failure);
    setPending(false);
    if (failure) return;
    if (stays) onClose();
    onReported?.();
  };
  return { reason, setReason, category, setCategory, failed, pending, submit };
}

/** Asks for an optional reason, and reports. A reported post or comment leaves the page, and this dialog with it. */
export function ReportDialog(props: ReportDialogProps) {
  const { reported, note, open, onClose } = props;
  const form = useId();
  const { reason, setReason, category, setCategory, failed, pending, submit } = useReport(props);
  const ofReason = failed?.errors?.find(({ field }) => field === 'words')?.message;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(texts.title, { kind: reported.kind })}
      description={describe(reported)}
      size="small"
      form={form}
      submitLabel={t(texts.report)}
      danger
      dirty={reason.trim() !== ''}
      pending={pending}
    >
      <form id={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {note && <Banner tone="info">{note}</Banner>}
        {failed && !ofReason && <FailureBanner>{failed.message}</FailureBanner>}
        <Select
          label={t(texts.category)}
          name="category"
          value={category}
          onChange={({ target }) => setCategory(target.value as ReportCategory | '')}
        >
          <option value="">{t(texts.noCategory)}</option>
          {reportCategories.map((one) => (
            <option key={one} value={one}>
              {t(categoryNames[one])}
            </option>
          ))}
        </Select>
        <TextArea
          label={t(reported.kind === 'member' ? texts.reason : texts.reasonOfIt)}
          name="reason"
          minRows={3}
          maxRows={8}
          limit={MAX_REASON}
          value={reason}
          error={ofReason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </FormDialog>
  );
}
