import { MAX_REASON } from '@afterhours/contract/moderation';
import { type FormEvent, useId, useState } from 'react';
import type { CallFailure } from '#lib/api/client.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type Reported, report } from '../moderation-commands.ts';

type ReportDialogProps = {
  reported: Reported;
  /** What else the reporter has to know before. */
  note?: string | undefined;
  open: boolean;
  onClose: () => void;
};

/** Asks why, which may stay open, and reports. A post or comment leaves the page then, and this dialog with it. */
export function ReportDialog({ reported, note, open, onClose }: ReportDialogProps) {
  const dispatch = useAppDispatch();
  const form = useId();
  const [reason, setReason] = useState('');
  const [failed, setFailed] = useState<CallFailure>();
  const [pending, setPending] = useState(false);
  const staysThere = reported.kind === 'member' || reported.own === true;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const failure = await dispatch(report(reported, reason));
    setFailed(failure);
    setPending(false);
    if (failure || !staysThere) return;
    setReason('');
    onClose();
  };
  const ofReason = failed?.errors?.find(({ field }) => field === 'reason')?.message;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Report this ${reported.kind}`}
      description={
        reported.own
          ? 'We will look at it. It stays where it is until then.'
          : reported.kind === 'member'
            ? 'We will look at this profile and what it posts. They won’t learn who reported them.'
            : `We will look at it. You will no longer see this ${reported.kind}.`
      }
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="danger" loading={pending}>
            Report
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        {note && <Banner tone="info">{note}</Banner>}
        {failed && !ofReason && <Banner tone="danger">{failed.message}</Banner>}
        <TextArea
          label={reported.kind === 'member' ? 'What is wrong? (optional)' : 'What is wrong with it? (optional)'}
          name="reason"
          minRows={3}
          maxRows={8}
          limit={MAX_REASON}
          value={reason}
          error={ofReason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
