import { describeDevice } from '@afterhours/contract/account/device-name';
import { defineMessages } from '@afterhours/contract/base/message';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { useEffect, useRef, useState } from 'react';
import { showFailure } from '#lib/api/show-failure.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { announceOnly } from '#lib/notify.ts';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/chips/chip.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import rows from '#ui/styles/rows.module.css';
import { Icon } from '#ui/text/icon.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { onSessionsChanged } from '../session-changes.ts';
import { endOneSession, endOtherSessions, loadSessions, type Session } from '../settings-commands.ts';

const texts = defineMessages('settings.sessions', {
  title: 'Where you are signed in',
  activeNow: 'Active now',
  lastSeen: 'Last seen {time}',
  thisDevice: 'This device',
  end: 'End',
  endOf: 'End the session of {name}, last seen {time}',
  endOne: 'End session',
  endOthers: 'End all others',
  endOneTitle: 'End this session?',
  endOthersTitle: 'End all other sessions?',
  oneSignedOut: '{name} is signed out at once and has to sign in again.',
  othersSignedOut: 'Every device but this one is signed out at once and has to sign in again.',
  loading: 'Loading sessions',
});

const ALL_OTHERS = 'others';

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { name, mobile } = describeDevice(session.userAgent, t);
  const whose = session.address ? `${name} · ${session.address}` : name;
  return (
    <li data-row={session.current ? undefined : session._id} className={rows.row}>
      <Icon icon={mobile ? Smartphone : Monitor} size={24} className={rows.icon} />
      <span className={rows.text}>
        <strong>{name}</strong>
        <span className={rows.quiet}>
          {session.address && `${session.address} · `}
          {session.current ? (
            t(texts.activeNow)
          ) : (
            <Sentence text={texts.lastSeen} values={{ time: <Time value={session.lastSeenAt} ago /> }} />
          )}
        </span>
      </span>
      {session.current ? (
        <Chip tone="lamp">{t(texts.thisDevice)}</Chip>
      ) : (
        <Button
          size="small"
          aria-label={t(texts.endOf, { name: whose, time: formatExact(session.lastSeenAt) })}
          onClick={onEnd}
        >
          {t(texts.end)}
        </Button>
      )}
    </li>
  );
}

/** Ends one session, or all others, after a confirmation; then reloads the list. */
function useEnding(reload: () => Promise<void>) {
  const [target, setTarget] = useState<Session | typeof ALL_OTHERS>();
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    if (!target || pending) return;
    setPending(true);
    const response = await (target === ALL_OTHERS ? endOtherSessions() : endOneSession(target._id));
    // A session that had already ended counts as ended.
    const ended = response.ok || response.status === 404;
    if (ended) await reload();
    setPending(false);
    setTarget(undefined);
    if (ended) announceOnly(response.message);
    else showFailure(response);
  };
  return { target, pending, ask: setTarget, confirm: () => void confirm(), cancel: () => setTarget(undefined) };
}

function describeEnd(one: Session | undefined): string {
  return one ? t(texts.oneSignedOut, { name: describeDevice(one.userAgent, t).name }) : t(texts.othersSignedOut);
}

function EndQuestion({ ending }: { ending: ReturnType<typeof useEnding> }) {
  const all = ending.target === ALL_OTHERS;
  const one = ending.target === ALL_OTHERS ? undefined : ending.target;
  return (
    <ConfirmDialog
      open={ending.target !== undefined}
      title={t(all ? texts.endOthersTitle : texts.endOneTitle)}
      confirmLabel={t(all ? texts.endOthers : texts.endOne)}
      danger
      loading={ending.pending}
      onConfirm={ending.confirm}
      onCancel={ending.cancel}
    >
      {describeEnd(one)}
    </ConfirmDialog>
  );
}

/** The member's sessions, with buttons that end them. */
export function SessionList() {
  const { status, data, message, refresh, reload, retry } = useLoading(loadSessions);
  const ending = useEnding(reload);
  useEffect(() => onSessionsChanged(() => void refresh()));
  const others = data?.filter(({ current }) => !current) ?? [];
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    others.map(({ _id }) => _id),
  );
  return (
    <Card
      title={t(texts.title)}
      action={
        others.length > 1 && (
          <Button size="small" onClick={() => ending.ask(ALL_OTHERS)}>
            {t(texts.endOthers)}
          </Button>
        )
      }
    >
      {status === 'loading' && (
        <>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <PersonSkeleton />
        </>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      {data && status !== 'loading' && (
        <ul ref={list} className={rows.list}>
          {data.map((session) => (
            <SessionRow key={session._id} session={session} onEnd={() => ending.ask(session)} />
          ))}
        </ul>
      )}
      <EndQuestion ending={ending} />
    </Card>
  );
}
