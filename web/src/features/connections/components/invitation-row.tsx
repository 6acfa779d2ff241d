import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
import { useState } from 'react';
import { selectRelationshipBusy } from '#entities/people/connection-slice.ts';
import { InCommon } from '#entities/people/in-common.tsx';
import { PersonRow } from '#entities/people/person-row.tsx';
import { selectPerson } from '#entities/people/user-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { cx } from '#ui/text/cx.ts';
import { Time } from '#ui/text/time.tsx';
import { answerInvitationOf, withdrawInvitationTo } from '../connection-commands.ts';
import { connectionTexts } from '../connection-texts.ts';
import type { InvitationSide, StoredInvitation } from '../invitations/invitation-slice.ts';
import styles from './invitation-row.module.css';

const texts = defineMessages('connections.invitation', {
  withdrawTo: 'Withdraw the invitation to {name}',
});

type ButtonsProps = { person: Person; name: string; note: string | null };

/** Whether a call about this person is pending, and which button has started it. */
function usePressed(userId: string) {
  const busy = useAppSelector((state) => selectRelationshipBusy(state, userId));
  const [pressed, setPressed] = useState<string>();
  const propsOf = (control: string) => ({
    'data-control': control,
    loading: busy && pressed === control,
    'aria-disabled': (busy && pressed !== control) || undefined,
  });
  return { busy, propsOf, setPressed };
}

/** Accept and Ignore, for an invitation from this person. */
export function AnswerButtons({ person, name }: ButtonsProps) {
  const dispatch = useAppDispatch();
  const { busy, propsOf, setPressed } = usePressed(person._id);
  const answer = (status: 'accepted' | 'rejected') => () => {
    if (busy) return;
    setPressed(status);
    void dispatch(answerInvitationOf(person._id, status));
  };
  return (
    <>
      <Button
        {...propsOf('rejected')}
        size="small"
        aria-label={t(connectionTexts.ignoreOf, { name })}
        onClick={answer('rejected')}
      >
        {t(connectionTexts.ignore)}
      </Button>
      <Button
        {...propsOf('accepted')}
        size="small"
        variant="primary"
        aria-label={t(connectionTexts.acceptOf, { name })}
        onClick={answer('accepted')}
      >
        {t(connectionTexts.accept)}
      </Button>
    </>
  );
}

function Sent({ person, name, note }: ButtonsProps) {
  const dispatch = useAppDispatch();
  const { propsOf, setPressed } = usePressed(person._id);
  const withdraw = () => {
    setPressed('withdraw');
    void dispatch(withdrawInvitationTo(person._id, note));
  };
  return (
    <Button {...propsOf('withdraw')} size="small" aria-label={t(texts.withdrawTo, { name })} onClick={withdraw}>
      {t(connectionTexts.withdraw)}
    </Button>
  );
}

const buttons = { received: AnswerButtons, sent: Sent } as const;

type InvitationRowProps = { side: InvitationSide; invitation: StoredInvitation; compact?: boolean };

/** A pending invitation: the other member, its age, the note, and the buttons. */
export function InvitationRow({ side, invitation, compact = false }: InvitationRowProps) {
  const person = useAppSelector((state) => selectPerson(state, invitation.userId));
  if (!person) return null;
  const name = fullName(person);
  const Buttons = buttons[side];
  return (
    <li data-row={invitation._id} className={cx(styles.row, compact && styles.narrow)}>
      <PersonRow person={person} name={name} lines={[person.profession]} meta={<Time value={invitation.createdAt} />} />
      {invitation.inCommon && invitation.inCommon.count > 0 && (
        <div className={styles.common}>
          <InCommon {...invitation.inCommon} />
        </div>
      )}
      <div className={styles.buttons}>
        <Buttons person={person} name={name} note={invitation.note} />
      </div>
      {invitation.note && (
        <p dir="auto" className={cx(styles.note, compact && styles.cut)}>
          {invitation.note}
        </p>
      )}
    </li>
  );
}
