import { describeDevice } from '@afterhours/contract/device-name';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import { useLoading } from '#lib/lists/use-loading.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/buttons/chip.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Icon } from '#ui/text/icon.tsx';
import { Time } from '#ui/text/time.tsx';
import { endOneSession, endOtherSessions, readSessions, type Session } from '../settings-commands.ts';
import styles from './session-list.module.css';

const ALL_OTHERS = 'others';

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { name, mobile } = describeDevice(session.userAgent);
  return (
    <li className={styles.row}>
      <Icon icon={mobile ? Smartphone : Monitor} size={24} className={styles.icon} />
      <span className={styles.text}>
        <strong>{name}</strong>
        <span className={styles.quiet}>
          {session.address && `${session.address} · `}
          {session.current ? 'Active now' : 'Last seen '}
          {!session.current && <Time value={session.lastSeenAt} />}
        </span>
      </span>
      {session.current ? (
        <Chip tone="lamp">This device</Chip>
      ) : (
        <Button size="small" aria-label={`End the session of ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}

/** Ends one session, or all others, after a question; then reads the list again. */
function useEnding(reload: () => Promise<void>) {
  const [asked, setAsked] = useState<string>();
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    if (!asked || pending) return;
    setPending(true);
    const answer = await (asked === ALL_OTHERS ? endOtherSessions() : endOneSession(asked));
    // One that has ended by itself meanwhile is what was wanted.
    const ended = answer.ok || answer.status === 404;
    if (ended) await reload();
    setPending(false);
    setAsked(undefined);
    if (ended) showSuccess(answer.message);
    else if (answer.status !== 401) showError(answer.message);
  };
  return { asked, pending, ask: setAsked, confirm: () => void confirm(), cancel: () => setAsked(undefined) };
}

/** Where I am signed in. */
export function SessionList() {
  const { status, data, message, reload, retry } = useLoading(readSessions);
  const ending = useEnding(reload);
  const others = data?.filter(({ current }) => !current) ?? [];
  const one = others.find(({ _id }) => _id === ending.asked);
  return (
    <Card
      title="Where you are signed in"
      action={
        others.length > 1 && (
          <Button size="small" onClick={() => ending.ask(ALL_OTHERS)}>
            End all others
          </Button>
        )
      }
    >
      {status === 'loading' && (
        <>
          <LoadingNote>Loading sessions</LoadingNote>
          <PersonSkeleton />
        </>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      {status === 'ready' && (
        <ul className={styles.list}>
          {data?.map((session) => (
            <SessionRow key={session._id} session={session} onEnd={() => ending.ask(session._id)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={ending.asked !== undefined}
        title={ending.asked === ALL_OTHERS ? 'End all other sessions?' : 'End this session?'}
        confirmLabel={ending.asked === ALL_OTHERS ? 'End all others' : 'End session'}
        danger
        loading={ending.pending}
        onConfirm={ending.confirm}
        onCancel={ending.cancel}
      >
        {one ? `${describeDevice(one.userAgent).name} is signed out` : 'Every device but this one is signed out'} at
        once and has to sign in again.
      </ConfirmDialog>
    </Card>
  );
}
