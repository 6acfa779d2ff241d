import type { OwnUser } from '@afterhours/contract/account/account';
import type { addPasskey, Passkey, removePasskey, startPasskey } from '@afterhours/contract/account/passkeys';
import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useRef, useState } from 'react';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { passkeysWork } from '#features/account/sign-in/passkeys-work.ts';
import { finishAdding, loadPasskeys, remove, startAdding } from '#features/settings/passkey-commands.ts';
import { onSessionsChanged } from '#features/settings/session-changes.ts';
import type { CallResult } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { announceOnly } from '#lib/notify.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PersonSkeleton, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import rows from '#ui/styles/rows.module.css';
import shared from '../settings.module.css';
import { PasskeyRow } from './passkey-row.tsx';

const texts = defineMessages('settings.passkeys', {
  title: 'Passkeys',
  lead:
    'Sign in with your fingerprint, face or PIN instead of a password. A passkey stays on your device or in your ' +
    'password manager, and replaces the second step, too.',
  add: 'Add a passkey',
  confirmFirst: 'Confirm your email address first.',
  unknown: 'This browser has no passkeys. To create one, open this page in another browser.',
  elsewhere: 'Passkeys cannot be created at this address. They need https, or localhost on your own machine.',
  loading: 'Loading passkeys',
  none: 'You have no passkey yet.',
  removeTitle: 'Remove this passkey?',
  remove: 'Remove',
  lost: '“{label}” no longer signs you in. Delete it in your password manager or device, too.',
});

const RenamePasskey = lazyPart(async () => (await import('./rename-passkey.tsx')).RenamePasskey);

type Changes = { reload: () => Promise<void>; user: OwnUser };

/** Adds and removes passkeys; both require a recent password, code or passkey. */
function useChanges({ reload }: Changes) {
  const dispatch = useAppDispatch();
  const { confirmed, dialog } = useConfirmation();
  const [busy, setBusy] = useState<'add' | 'remove' | null>(null);
  const settle = async (response: CallResult<typeof addPasskey> | CallResult<typeof removePasskey>) => {
    if (response.ok) {
      await reload();
      announceOnly(response.message);
      void dispatch(loadOwnUser());
    } else if (!response.aborted) {
      showFailure(response);
      // It was removed elsewhere.
      if (response.status === 404) await reload();
    }
    setBusy(null);
  };
  const add = async () => {
    if (busy) return;
    setBusy('add');
    const started = await confirmed<typeof startPasskey>(startAdding);
    await settle(started.ok ? await finishAdding(started.body) : started);
  };
  const take = async (id: string) => {
    setBusy('remove');
    await settle(await confirmed<typeof removePasskey>(() => remove(id)));
  };
  return { add, take, busy, dialog };
}

function Advice({ user }: { user: OwnUser }) {
  const missing = !('PublicKeyCredential' in globalThis) && globalThis.isSecureContext;
  if (!passkeysWork()) return <p className={rows.quiet}>{t(missing ? texts.unknown : texts.elsewhere)}</p>;
  return user.isUserVerified ? null : <p className={rows.quiet}>{t(texts.confirmFirst)}</p>;
}

type ListProps = { passkeys: readonly Passkey[]; onRename: (one: Passkey) => void; onRemove: (one: Passkey) => void };

function List({ passkeys, onRename, onRemove }: ListProps) {
  const place = useRef<HTMLDivElement>(null);
  const ids = passkeys.map(({ _id }) => _id);
  useRowFocus(place, ids, { fallback: () => place.current?.closest('section')?.querySelector('button') ?? null });
  return (
    <div ref={place}>
      {passkeys.length === 0 && <p className={rows.quiet}>{t(texts.none)}</p>}
      {passkeys.length > 0 && (
        <ul className={rows.list}>
          {passkeys.map((one) => (
            <PasskeyRow key={one._id} passkey={one} onRename={() => onRename(one)} onRemove={() => onRemove(one)} />
          ))}
        </ul>
      )}
    </div>
  );
}

const Loading = ({ user }: { user: OwnUser }) => (
  <>
    <LoadingNote>{t(texts.loading)}</LoadingNote>
    {user.hasPasskeys ? <PersonSkeleton /> : <Skeleton shape="text" lines={1} />}
  </>
);

type QuestionProps = { toRemove: Passkey | null; onAnswer: (yes: boolean) => void };

function RemoveQuestion({ toRemove, onAnswer }: QuestionProps) {
  return (
    <ConfirmDialog
      open={toRemove !== null}
      title={t(texts.removeTitle)}
      confirmLabel={t(texts.remove)}
      danger
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      {toRemove && t(texts.lost, { label: toRemove.label })}
    </ConfirmDialog>
  );
}

/** The member's passkeys: add, rename and remove. */
export function PasskeysCard({ user }: { user: OwnUser }) {
  const { status, data, message, refresh, reload, retry } = useLoading(loadPasskeys);
  useEffect(() => onSessionsChanged(() => void refresh()));
  const { add, take, busy, dialog } = useChanges({ reload, user });
  const [toRemove, setToRemove] = useState<Passkey | null>(null);
  const renaming = useDialog<Passkey>();
  const mayAdd = passkeysWork() && user.isUserVerified;
  const answer = (yes: boolean) => {
    setToRemove(null);
    if (yes && toRemove) void take(toRemove._id);
  };
  return (
    <Card
      title={t(texts.title)}
      action={
        mayAdd && (
          <Button size="small" loading={busy === 'add'} onClick={() => void add()}>
            {t(texts.add)}
          </Button>
        )
      }
    >
      <p className={shared.lead}>{t(texts.lead)}</p>
      <Advice user={user} />
      {status === 'loading' && <Loading user={user} />}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      {data && status !== 'loading' && (
        <List passkeys={data} onRename={renaming.show} onRemove={(passkey) => setToRemove(passkey)} />
      )}
      {renaming.shown && (
        <RenamePasskey
          key={renaming.shown.key}
          passkey={renaming.shown.of}
          open={renaming.shown.open}
          onClose={renaming.close}
          onChanged={() => void reload()}
        />
      )}
      <RemoveQuestion toRemove={toRemove} onAnswer={answer} />
      {dialog}
    </Card>
  );
}
