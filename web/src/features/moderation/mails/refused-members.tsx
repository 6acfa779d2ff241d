import { defineMessages } from '@afterhours/contract/base/message';
import type { listRefused, RefusedMember, resumeMails } from '@afterhours/contract/moderation/staff-mails';
import MailCheck from 'lucide-react/icons/mail-check';
import { useState } from 'react';
import { call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { passFocusOn } from '#lib/focus/keep-focus.ts';
import { pageQuery, usePages } from '#lib/lists/use-pages.ts';
import { showSuccess } from '#lib/notify.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import styles from '../staff/staff.module.css';

const texts = defineMessages('moderation.refusedMembers', {
  list: 'Members who get no email',
  loading: 'Loading members',
  hint: 'Their addresses refused three emails in a row, so they get no more emails about notifications.',
  again:
    'They can switch them on again in their settings. If your mail server was at fault, switch them on for everyone.',
  resume: 'Email all of them again',
  none: 'All addresses accept email',
  noneWhy: 'Members whose addresses refuse email three times in a row will appear here.',
  all: 'That’s everyone.',
});

const load = (cursor: string | null, limit?: number) =>
  call<typeof listRefused>('GET', '/staff/mails/refused', { query: pageQuery(cursor, limit) });

function Member({ of: { user, email } }: { of: RefusedMember }) {
  return (
    <li className={styles.entry}>
      <p>
        <strong>
          <bdi>{fullName(user)}</bdi>
        </strong>
      </p>
      <p className={styles.quiet}>
        <bdi>{email}</bdi>
      </p>
    </li>
  );
}

/** Members whose mails are turned off because their addresses rejected them; they can be turned on again together. */
export function RefusedMembers() {
  const pages = usePages(load, ({ user }) => user._id);
  const { items, status } = pages;
  const [pending, setPending] = useState(false);
  const resume = async () => {
    setPending(true);
    const response = await call<typeof resumeMails>('POST', '/staff/mails/resume');
    setPending(false);
    if (!response.ok) return showFailure(response);
    showSuccess(response.message);
    return pages.reload();
  };
  return (
    <>
      {items.length > 0 && (
        <>
          <p className={styles.quiet}>
            {t(texts.hint)} {t(texts.again)}
          </p>
          <div ref={passFocusOn} className={styles.actions}>
            <Button loading={pending} onClick={() => void resume()}>
              {t(texts.resume)}
            </Button>
          </div>
        </>
      )}
      <ul className={styles.list} aria-label={t(texts.list)} aria-busy={status === 'loading'}>
        {items.map((one) => (
          <Member key={one.user._id} of={one} />
        ))}
      </ul>
      <ListFoot
        pages={pages}
        loading={t(texts.loading)}
        shape={<PersonSkeleton />}
        none={
          <EmptyState icon={MailCheck} title={t(texts.none)}>
            {t(texts.noneWhy)}
          </EmptyState>
        }
        end={t(texts.all)}
      />
    </>
  );
}
