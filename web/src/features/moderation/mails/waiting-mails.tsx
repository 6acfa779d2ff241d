import { defineMessages } from '@afterhours/contract/base/message';
import type { listMails, MailState, retryMails, WaitingMail } from '@afterhours/contract/moderation/staff-mails';
import MailCheck from 'lucide-react/icons/mail-check';
import { useState } from 'react';
import { call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { passFocusOn } from '#lib/focus/keep-focus.ts';
import { pageQuery, usePages } from '#lib/lists/use-pages.ts';
import { showSuccess } from '#lib/notify.ts';
import { formatAhead } from '#lib/text/format-ahead.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { Time } from '#ui/text/time.tsx';
import styles from '../staff/staff.module.css';
import { mailKindText } from './mail-texts.ts';

const texts = defineMessages('moderation.mails', {
  list: 'Emails',
  loading: 'Loading emails',
  none: 'All emails were accepted',
  noneWhy: 'Emails that your mail server refuses will appear here, with its response.',
  noneWaiting: 'No email is waiting',
  noneWaitingWhy: 'Emails that are not due yet will appear here, for example during a member’s quiet hours.',
  all: 'Those are all the emails.',
  retry: 'Retry all now',
  tries: '{n, plural, one {Tried once} other {Tried # times}}',
  since: 'since',
  next: 'Next try {when}',
});

const load = (state: MailState) => (cursor: string | null, limit?: number) =>
  call<typeof listMails>('GET', '/staff/mails', { query: { state, ...pageQuery(cursor, limit) } });

function Mail({ of }: { of: WaitingMail }) {
  const { what, to, tries, error, createdAt, nextTryAt } = of;
  return (
    <li className={styles.entry}>
      <p>
        <strong>{mailKindText(what)}</strong> <bdi>{to}</bdi>
      </p>
      {error && <p dir="auto">{error}</p>}
      <p className={styles.quiet}>
        {tries > 0 && `${t(texts.tries, { n: tries })} · `}
        {t(texts.since)} <Time value={createdAt} /> · {t(texts.next, { when: formatAhead(nextTryAt) })}
      </p>
    </li>
  );
}

/** Mails that failed and can be retried, or those that wait for their first attempt. */
export function WaitingMails({ state }: { state: MailState }) {
  const pages = usePages(load(state), ({ _id, what }) => `${what} ${_id}`);
  const { items, status } = pages;
  const [pending, setPending] = useState(false);
  const failing = state === 'failing';
  const retry = async () => {
    setPending(true);
    const response = await call<typeof retryMails>('POST', '/staff/mails/retry');
    setPending(false);
    if (!response.ok) return showFailure(response);
    showSuccess(response.message);
    return pages.reload();
  };
  return (
    <>
      {failing && items.length > 0 && (
        <div ref={passFocusOn} className={styles.actions}>
          <Button loading={pending} onClick={() => void retry()}>
            {t(texts.retry)}
          </Button>
        </div>
      )}
      <ul className={styles.list} aria-label={t(texts.list)} aria-busy={status === 'loading'}>
        {items.map((one) => (
          <Mail key={`${one.what} ${one._id}`} of={one} />
        ))}
      </ul>
      <ListFoot
        pages={pages}
        loading={t(texts.loading)}
        none={
          <EmptyState icon={MailCheck} title={t(failing ? texts.none : texts.noneWaiting)}>
            {t(failing ? texts.noneWhy : texts.noneWaitingWhy)}
          </EmptyState>
        }
        end={t(texts.all)}
      />
    </>
  );
}
