import { defineMessages } from '@afterhours/contract/base/message';
import type { ManagedWebinar } from '@afterhours/contract/webinars/lists';
import { type FormEvent, useId, useState } from 'react';
import type { CallFailure } from '#lib/api/client.ts';
import { showSuccess } from '#lib/notify.ts';
import { toLocalField } from '#lib/text/local-field.ts';
import { t } from '#lib/text/translate.ts';
import { FailureBanner } from '#ui/feedback/banner.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { setSchedule } from '../webinar-commands.ts';
import styles from '../webinars.module.css';

const texts = defineMessages('webinars.move', {
  title: 'Change the time',
  titleEnd: 'Change the end',
  what: 'Everyone with a seat, or on the waiting list, is notified.',
  whatPaid:
    'Everyone with a seat, or on the waiting list, is notified. If the start moves, those who have paid can give up ' +
    'their seat for a full refund.',
  whatEnd: 'It has begun, so the start stays as it is. Everyone with a seat is notified of the new end.',
  starts: 'Starts',
  startsHint: 'In your time zone. Others see it in theirs.',
  ends: 'Ends',
  endsHint: 'If empty, calendars reserve an hour.',
  save: 'Save the time',
});

const toLocal = (iso: string | null): string => (iso === null ? '' : toLocalField(new Date(iso)));

const lengthOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }): number =>
  new Date(endsAt).getTime() - new Date(startsAt).getTime();

/** Returns the ISO time; an invalid value is sent unchanged, and the server rejects it. */
const toIso = (local: string): string => {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? local : time.toISOString();
};

/** The start and the end in the form. A new start takes the end along, so that the webinar stays as long as it was. */
function useTimes(webinar: ManagedWebinar) {
  const [before] = useState(() => ({ startsAt: toLocal(webinar.startsAt), endsAt: toLocal(webinar.endsAt) }));
  const [times, setTimes] = useState(before);
  // Kept while a start is being typed. Without a start or an end it is not a number.
  const [length, setLength] = useState(lengthOf(before));
  const setStart = (startsAt: string) => {
    const end = new Date(new Date(startsAt).getTime() + length);
    setTimes({ startsAt, endsAt: Number.isNaN(end.getTime()) ? times.endsAt : toLocalField(end) });
  };
  const setEnd = (endsAt: string) => {
    const changed = { ...times, endsAt };
    setTimes(changed);
    // Whoever moves the end first to before the start moves the start next.
    if (!(lengthOf(changed) < 0)) setLength(lengthOf(changed));
  };
  const dirty = times.startsAt !== before.startsAt || times.endsAt !== before.endsAt;
  return { before, ...times, setStart, setEnd, dirty };
}

type MoveDialogProps = { webinar: ManagedWebinar; open: boolean; onClose: () => void; onDone: () => void };

/** The times in the form, and how they are sent. */
function useMove({ webinar, onClose, onDone }: MoveDialogProps) {
  const times = useTimes(webinar);
  const { before, startsAt, endsAt } = times;
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [pending, setPending] = useState(false);
  const begun = webinar.state !== 'upcoming';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    // Unchanged values are not sent: a start may have seconds that the field does not show. Neither is a start in the
    // past.
    const response = await setSchedule(webinar._id, {
      ...(begun || startsAt === before.startsAt ? {} : { startsAt: toIso(startsAt) }),
      endsAt: endsAt === before.endsAt ? webinar.endsAt : endsAt === '' ? null : toIso(endsAt),
    });
    setPending(false);
    setFailure(response.ok ? null : response);
    // The webinar differs from the page, such as after a change in another tab.
    if (!response.ok && response.status === 409) onDone();
    if (!response.ok) return;
    showSuccess(response.message);
    onClose();
    onDone();
  };
  return { ...times, failure, pending, begun, submit };
}

/** Moves a webinar to another time; once it has started, only its end. It needs a new `key` for each opening. */
export function MoveDialog(props: MoveDialogProps) {
  const { webinar, open, onClose } = props;
  const form = useId();
  const { startsAt, endsAt, setStart, setEnd, dirty, failure, pending, begun, submit } = useMove(props);
  const errorOf = (field: string) => failure?.errors?.find((each) => each.field === field)?.message;
  const what = webinar.isPaid ? texts.whatPaid : texts.what;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(begun ? texts.titleEnd : texts.title)}
      description={t(begun ? texts.whatEnd : what)}
      form={form}
      submitLabel={t(texts.save)}
      dirty={dirty}
      pending={pending}
    >
      <form id={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {failure && !failure.errors?.length && <FailureBanner>{failure.message}</FailureBanner>}
        {!begun && (
          <TextField
            type="datetime-local"
            label={t(texts.starts)}
            hint={t(texts.startsHint)}
            error={errorOf('startsAt')}
            value={startsAt}
            onChange={(event) => setStart(event.target.value)}
          />
        )}
        <TextField
          type="datetime-local"
          label={t(texts.ends)}
          hint={t(texts.endsHint)}
          error={errorOf('endsAt')}
          value={endsAt}
          onChange={(event) => setEnd(event.target.value)}
        />
      </form>
    </FormDialog>
  );
}
