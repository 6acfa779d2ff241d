import { defineMessages } from '@afterhours/contract/base/message';
import { labelNames } from '@afterhours/contract/constants/labels';
import type { StaffPersonDetail } from '@afterhours/contract/moderation/staff-people';
import { type ReactNode, useState } from 'react';
import { profilePath } from '#entities/people/profile-path.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { isTemporary } from '#lib/api/statuses.ts';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { useAppSelector } from '#lib/store.ts';
import { formatExact } from '#lib/text/format.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { Card } from '#ui/layout/card.tsx';
import { DetailSkeleton } from '#ui/lists/detail-skeleton.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { Time } from '#ui/text/time.tsx';
import { kindNames, outcomeName } from '../cases/case-texts.ts';
import { ChangeEmail } from './change-email.tsx';
import { DeleteMember } from './delete-member.tsx';
import { RelatedAccounts } from './related-accounts.tsx';
import { RemoveFactors } from './remove-factors.tsx';
import { RoleSelect } from './role-select.tsx';
import { stateText } from './sanction-text.ts';
import styles from './staff.module.css';
import { roleNames } from './staff-texts.ts';
import { useMember } from './use-member.ts';

const texts = defineMessages('moderation.member', {
  loading: 'Loading the member',
  profile: 'Open the profile',
  log: 'Entries in the log',
  email: 'Email',
  ownersOnly: 'Only owners see it',
  confirmed: 'Confirmed',
  yes: 'Yes',
  no: 'No',
  joined: 'Joined',
  seen: 'Last seen',
  role: 'Role',
  twoStep: 'Two-step verification',
  passkeys: 'Passkeys',
  sessions: 'Open sessions',
  cases: 'Cases',
  state: 'State',
  decisions: 'Decisions',
  none: 'There are no decisions about this member.',
  about: '{action} ({kind})',
  reversed: 'Since reversed',
  endSessions: 'End all sessions',
  confirmEmail: 'Confirm the email address',
  changeEmail: 'Change the email address',
  reset: 'Send a password reset',
  export: 'Send them a copy of their data',
  factors: 'Remove passkeys and two-step verification',
  sweep: 'Act on everything by this member',
  delete: 'Delete the account',
  seller: 'Approved to publish webinars',
  sellerHint: 'Only needed if webinars are limited to approved members.',
});

const SweepDialog = lazyPart(async () => (await import('../sweeps/sweep-dialog.tsx')).SweepDialog);

type Fact = readonly [name: string, value: ReactNode];

function toFacts(of: StaffPersonDetail): Fact[] {
  const yesNo = (value: boolean) => t(value ? texts.yes : texts.no);
  return [
    [t(texts.email), of.email ?? t(texts.ownersOnly)],
    [t(texts.confirmed), yesNo(of.isUserVerified)],
    [t(texts.state), stateText(of)],
    [t(texts.role), t(roleNames[of.role])],
    [t(texts.twoStep), yesNo(of.twoFactorEnabled)],
    [t(texts.passkeys), of.passkeys],
    [t(texts.joined), formatExact(of.createdAt)],
    [t(texts.seen), of.lastSeenAt && formatExact(of.lastSeenAt)],
    [t(texts.sessions), of.sessions],
    [t(texts.cases), of.cases],
  ];
}

function History({ of }: { of: StaffPersonDetail }) {
  return (
    <section aria-label={t(texts.decisions)} className={styles.history}>
      <h3>{t(texts.decisions)}</h3>
      {of.decisions.length === 0 && <p className={styles.quiet}>{t(texts.none)}</p>}
      <ul className={styles.list}>
        {of.decisions.map(({ _id, action, label, kind, rule, reversed, createdAt }) => (
          <li key={_id} className={styles.entry}>
            <p>
              <strong>{t(texts.about, { action: outcomeName(kind, action), kind: t(kindNames[kind]) })}</strong>{' '}
              <Time value={createdAt} />
            </p>
            {label && <p>{t(labelNames[label])}</p>}
            {rule && <p dir="auto">{rule}</p>}
            {reversed && <p className={styles.quiet}>{t(texts.reversed)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The dialogs that an action opens. */
type OpenDialog = 'delete' | 'email' | 'factors' | 'sweep' | null;

type ActionsProps = { of: StaffPersonDetail; acts: ReturnType<typeof useMember>; onOpen: (what: OpenDialog) => void };

function Actions({ of, acts, onOpen }: ActionsProps) {
  const isOwner = useAppSelector(selectOwnUser)?.staffRole === 'owner';
  return (
    <div className={styles.actions}>
      <Button onClick={() => onOpen('sweep')}>{t(texts.sweep)}</Button>
      <Button onClick={() => void acts.endSessions()}>{t(texts.endSessions)}</Button>
      {isOwner && !of.isUserVerified && (
        <Button onClick={() => void acts.confirmEmail()}>{t(texts.confirmEmail)}</Button>
      )}
      {isOwner && of.role !== 'owner' && <Button onClick={() => onOpen('email')}>{t(texts.changeEmail)}</Button>}
      {isOwner && <Button onClick={() => void acts.sendReset()}>{t(texts.reset)}</Button>}
      {isOwner && of.isUserVerified && <Button onClick={() => void acts.sendExport()}>{t(texts.export)}</Button>}
      {isOwner && (of.twoFactorEnabled || of.passkeys > 0) && (
        <Button onClick={() => onOpen('factors')}>{t(texts.factors)}</Button>
      )}
      {isOwner && (
        <Button variant="danger" onClick={() => onOpen('delete')}>
          {t(texts.delete)}
        </Button>
      )}
    </div>
  );
}

/** A member with the decisions about them, and the actions of the staff. */
export function MemberDetail({ id, onDeleted }: { id: string; onDeleted: (id: string) => void }) {
  const acts = useMember(id, onDeleted);
  const me = useAppSelector(selectOwnUser);
  const [own, isOwner] = [me?._id === id, me?.staffRole === 'owner'];
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const { found, failure, dialog, reload, retry, remove, changeEmail, removeFactors } = acts;
  const close = () => setOpenDialog(null);
  const error = failure && <ErrorState quiet={found !== null} message={failure.message} onRetry={retry} />;
  if (failure && !isTemporary(failure.status)) return error;
  if (!found) return error ?? <DetailSkeleton label={t(texts.loading)} />;
  const name = fullName(found.user);
  return (
    <Card title={name}>
      <div ref={keepFocus}>{error}</div>
      {found.sanction?.until !== null && <TextLink to={profilePath(found.user)}>{t(texts.profile)}</TextLink>}
      <dl className={styles.facts}>
        {toFacts(found).flatMap(([fact, value]) => [
          <dt key={fact}>{fact}</dt>,
          <dd key={`${fact} value`}>{value}</dd>,
        ])}
      </dl>
      {isOwner && <TextLink to={`/moderation/log?member=${id}`}>{t(texts.log)}</TextLink>}
      {!own && (
        <Switch
          label={t(texts.seller)}
          hint={t(texts.sellerHint)}
          checked={found.seller}
          onChange={() => void acts.setSeller(!found.seller)}
        />
      )}
      {!own && isOwner && <RoleSelect userId={id} role={found.role} name={name} onSet={() => void reload()} />}
      {!own && <Actions of={found} acts={acts} onOpen={setOpenDialog} />}
      {dialog}
      {openDialog === 'delete' && <DeleteMember name={name} remove={remove} open onClose={close} />}
      {openDialog === 'sweep' && (
        <SweepDialog userId={id} name={name} open onClose={close} onStarted={() => void reload()} />
      )}
      {openDialog === 'email' && <ChangeEmail name={name} change={changeEmail} open onClose={close} />}
      {openDialog === 'factors' && <RemoveFactors name={name} remove={removeFactors} open onClose={close} />}
      <History of={found} />
      {!own && <RelatedAccounts userId={id} />}
    </Card>
  );
}
