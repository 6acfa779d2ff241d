import { defineMessages } from '@afterhours/contract/base/message';
import type { ConnectionStatus } from '@afterhours/contract/people/connections';
import type { Person } from '@afterhours/contract/people/people';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import Undo2 from 'lucide-react/icons/undo-2';
import UserMinus from 'lucide-react/icons/user-minus';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ComponentType, useLayoutEffect, useRef, useState } from 'react';
import { type Relationship, selectRelationship, selectRelationshipBusy } from '#entities/people/connection-slice.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Menu } from '#ui/menus/menu.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { answerInvitationOf, disconnect, withdrawInvitationTo } from '../connection-commands.ts';
import { connectionTexts } from '../connection-texts.ts';
import styles from './connect-button.module.css';

const texts = defineMessages('connections.button', {
  connect: 'Connect',
  connectWith: 'Connect with {name}',
  invitationTo: 'Invitation to {name}',
  pending: 'Pending',
  pendingTo: 'Pending: invitation to {name}',
  connected: 'Connected',
  connectedWith: 'Connected with {name}',
  connectionWith: 'Connection with {name}',
  remove: 'Remove connection',
});

const InviteDialog = lazyPart(async () => (await import('./invite-dialog.tsx')).InviteDialog);
const RemoveConnection = lazyPart(async () => (await import('./remove-connection.tsx')).RemoveConnection);

type Named = Pick<Person, '_id' | 'firstName' | 'lastName'>;
type Size = 'medium' | 'small';
type Variant = 'primary' | 'secondary';
type StateProps = { person: Named; name: string; size: Size; variant: Variant; busy: boolean };

function None({ person, name, size, variant, busy }: StateProps) {
  const { shown, show, close } = useDialog();
  return (
    <>
      <Button
        size={size}
        variant={variant}
        icon={UserPlus}
        loading={busy && !shown?.open}
        aria-label={t(texts.connectWith, { name })}
        onClick={() => show()}
      >
        {t(texts.connect)}
      </Button>
      {shown && <InviteDialog key={shown.key} person={person} open={shown.open} onClose={close} />}
    </>
  );
}

function Sent({ person, name, size, busy }: StateProps) {
  const dispatch = useAppDispatch();
  const withdraw = () => void dispatch(withdrawInvitationTo(person._id));
  return (
    <Menu
      label={t(texts.invitationTo, { name })}
      items={[{ label: t(connectionTexts.withdraw), icon: Undo2, onSelect: withdraw }]}
      renderTrigger={(props) => (
        <Button
          {...props}
          size={size}
          variant="settled"
          icon={Clock}
          loading={busy}
          aria-label={t(texts.pendingTo, { name })}
        >
          {t(texts.pending)}
        </Button>
      )}
    />
  );
}

function Received({ person, name, size, variant, busy }: StateProps) {
  const dispatch = useAppDispatch();
  const answer = (status: 'accepted' | 'rejected') => () => void dispatch(answerInvitationOf(person._id, status));
  return (
    <>
      <Button
        size={size}
        variant={variant}
        loading={busy}
        aria-label={t(connectionTexts.acceptOf, { name })}
        onClick={answer('accepted')}
      >
        {t(connectionTexts.accept)}
      </Button>
      <Button
        size={size}
        variant="quiet"
        aria-disabled={busy || undefined}
        aria-label={t(connectionTexts.ignoreOf, { name })}
        onClick={answer('rejected')}
      >
        {t(connectionTexts.ignore)}
      </Button>
    </>
  );
}

function Connected({ person, name, size, busy }: StateProps) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  const remove = () => void dispatch(disconnect(person._id));
  return (
    <>
      <Menu
        label={t(texts.connectionWith, { name })}
        items={[{ label: t(texts.remove), icon: UserMinus, danger: true, onSelect: () => setAsking(true) }]}
        renderTrigger={(props) => (
          <Button
            {...props}
            size={size}
            variant="settled"
            icon={Check}
            loading={busy}
            aria-label={t(texts.connectedWith, { name })}
          >
            {t(texts.connected)}
          </Button>
        )}
      />
      <RemoveConnection name={name} open={asking} onClose={() => setAsking(false)} onConfirm={remove} />
    </>
  );
}

const states: Record<ConnectionStatus, ComponentType<StateProps>> = {
  none: None,
  sent: Sent,
  received: Received,
  connected: Connected,
};

/** Moves the focus from a button that disappears to the one that replaces it. */
function useFocusHandedOn(status: ConnectionStatus | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const within = useRef(false);
  const shown = useRef(status);
  useLayoutEffect(() => {
    if (shown.current === status) return;
    shown.current = status;
    if (within.current && document.activeElement === document.body) box.current?.querySelector('button')?.focus();
  }, [status]);
  return {
    ref: box,
    onFocus: () => {
      within.current = true;
    },
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      // A removed element receives no blur event, so a blur with a target means that the focus has moved elsewhere.
      if (relatedTarget) within.current = false;
    },
  };
}

type ConnectButtonProps = {
  person: Named;
  size?: Size;
  /** The look of Connect and Accept. */
  variant?: Variant;
  /** Shows Connect even while the relationship is unknown; the response to the invitation will contain it. */
  unknownToo?: boolean;
};

const apart: Relationship = { status: 'none', requestId: null };

/**
 * Invites to connect, or shows the relationship and its actions. Hidden for the viewer's own profile and for guests.
 */
export function ConnectButton({
  person,
  size = 'small',
  variant = 'secondary',
  unknownToo = false,
}: ConnectButtonProps) {
  const me = useAppSelector(selectOwnUser)?._id;
  const known = useAppSelector((state) => selectRelationship(state, person._id));
  const relationship = known ?? (unknownToo ? apart : undefined);
  const busy = useAppSelector((state) => selectRelationshipBusy(state, person._id));
  const handing = useFocusHandedOn(relationship?.status);
  if (!me || me === person._id || !relationship) return null;
  const State = states[relationship.status];
  return (
    <div className={styles.buttons} {...handing}>
      <State person={person} name={fullName(person)} size={size} variant={variant} busy={busy} />
    </div>
  );
}
