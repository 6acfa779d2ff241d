import { DAY_MS } from '@afterhours/contract/base/durations';
import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_INVITATION_DAYS, MAX_INVITATION_USES } from '@afterhours/contract/community/community';
import { type FormEvent, useRef, useState } from 'react';
import { showFailure } from '#lib/api/show-failure.ts';
import { forgetIdempotencyKey, idempotencyKeyFor } from '#lib/forms/idempotency-key.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { showSuccess } from '#lib/notify.ts';
import { formatDate, formatExact } from '#lib/text/format.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import styles from '../community.module.css';
import { type CommunityInvitation, dropInvitation, invite, loadInvitations } from '../community-commands.ts';

const texts = defineMessages('community.invitations', {
  uses: 'Number of uses',
  days: 'Valid for (days)',
  make: 'Create an invitation',
  made: 'Send this link to the people you want to invite. It is shown only once.',
  copy: 'Copy link',
  none: 'There are no active invitations.',
  loading: 'Loading invitations',
  left: '{count, plural, one {# use left} other {# uses left}}, until {until}',
  by: 'Created by {name}',
  byNobody: 'Created by a member who has left',
  end: 'Revoke',
  endOf: 'Revoke the invitation created by {name} on {time}, with {left}',
  endOfNobody: 'Revoke the invitation created by a member who has left on {time}, with {left}',
  endTitle: 'Revoke this invitation?',
  endText: 'Its link will no longer work. Members who have joined with it stay.',
});

const nameOf = ({ madeBy }: CommunityInvitation) => (madeBy ? fullName(madeBy) : null);

/** Returns the number in a field, limited to the range from 1 to `most`. */
const toNumber = (value: string, most: number): number => Math.min(most, Math.max(1, Math.round(Number(value)) || 1));

const toBody = (uses: string, days: string) => ({
  uses: toNumber(uses, MAX_INVITATION_USES),
  // A minute less than the maximum, so that the request cannot exceed it.
  until: new Date(Date.now() + toNumber(days, MAX_INVITATION_DAYS) * DAY_MS - 60_000).toISOString(),
});

function useMaking(reload: () => Promise<void>) {
  const [uses, setUses] = useState('1');
  const [days, setDays] = useState('14');
  const [link, setLink] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const [pending, setPending] = useState(false);
  // What was sent without a response is sent again as it was, so that it is created once.
  const unanswered = useRef<{ content: string; body: ReturnType<typeof toBody> }>(null);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const content = `${uses}/${days}`;
    if (unanswered.current?.content !== content) unanswered.current = { content, body: toBody(uses, days) };
    const { body } = unanswered.current;
    const response = await invite(body, idempotencyKeyFor('invitation', JSON.stringify(body)));
    // A 404 says that it was created and has been revoked since.
    if (response.ok || response.status === 404) {
      unanswered.current = null;
      forgetIdempotencyKey('invitation');
    }
    setPending(false);
    setLink(response.ok ? response.body.link : undefined);
    setFailed(response.ok ? undefined : response.message);
    if (response.ok) await reload();
  };
  return { uses, setUses, days, setDays, link, failed, pending, make };
}

function MakeForm({ reload }: { reload: () => Promise<void> }) {
  const { uses, setUses, days, setDays, link, failed, pending, make } = useMaking(reload);
  return (
    <form className={styles.form} onSubmit={(event) => void make(event)}>
      {failed && <Banner tone="danger">{failed}</Banner>}
      <div className={styles.numbers}>
        <TextField
          label={t(texts.uses)}
          type="number"
          min={1}
          max={MAX_INVITATION_USES}
          value={uses}
          onChange={({ target }) => setUses(target.value)}
        />
        <TextField
          label={t(texts.days)}
          type="number"
          min={1}
          max={MAX_INVITATION_DAYS}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
        <Button type="submit" loading={pending}>
          {t(texts.make)}
        </Button>
      </div>
      <div role="status" className={styles.made}>
        {link && (
          <>
            <p>{t(texts.made)}</p>
            <code className={styles.link}>{link}</code>
            <div>
              <CopyButton text={link} label={t(texts.copy)} />
            </div>
          </>
        )}
      </div>
    </form>
  );
}

function InvitationRow({ invitation, onEnded }: { invitation: CommunityInvitation; onEnded: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const name = nameOf(invitation);
  const left = t(texts.left, { count: invitation.usesLeft, until: formatDate(invitation.until) });
  const time = formatExact(invitation.createdAt);
  const end = async () => {
    setPending(true);
    const response = await dropInvitation(invitation._id);
    if (response.ok) showSuccess(response.message);
    else showFailure(response);
    setPending(false);
    setAsking(false);
    await onEnded();
  };
  return (
    <li data-row={invitation._id} className={styles.row}>
      <div>
        <p>{left}</p>
        <p className={styles.quiet}>
          {name === null ? t(texts.byNobody) : <Sentence text={texts.by} values={{ name }} />}
          {' · '}
          <Time value={invitation.createdAt} />
        </p>
      </div>
      <Button
        size="small"
        aria-label={name === null ? t(texts.endOfNobody, { time, left }) : t(texts.endOf, { name, time, left })}
        onClick={() => setAsking(true)}
      >
        {t(texts.end)}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t(texts.endTitle)}
        confirmLabel={t(texts.end)}
        danger
        loading={pending}
        onConfirm={() => void end()}
        onCancel={() => setAsking(false)}
      >
        {t(texts.endText)}
      </ConfirmDialog>
    </li>
  );
}

/** A form that creates invitations, and a list of usable ones that can be revoked. */
export function Invitations() {
  const { status, data, message, reload, retry } = useLoading(loadInvitations);
  const list = useRef<HTMLUListElement>(null);
  const ids = (data ?? []).map(({ _id }) => _id);
  useRowFocus(list, ids);
  return (
    <>
      <MakeForm reload={reload} />
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      {status === 'loading' && <LoadingNote>{t(texts.loading)}</LoadingNote>}
      {data?.length === 0 && <p className={styles.quiet}>{t(texts.none)}</p>}
      {data && data.length > 0 && (
        <ul ref={list} className={styles.list}>
          {data.map((invitation) => (
            <InvitationRow key={invitation._id} invitation={invitation} onEnded={reload} />
          ))}
        </ul>
      )}
    </>
  );
}
