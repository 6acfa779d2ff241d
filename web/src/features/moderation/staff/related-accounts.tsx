import { defineMessages } from '@afterhours/contract/base/message';
import type { listRelated, RelatedAccount } from '@afterhours/contract/moderation/staff-people';
import { profilePath } from '#entities/people/profile-path.ts';
import { call } from '#lib/api/client.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { fullName } from '#lib/text/full-name.ts';
import { joinUnits, t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { stateText } from './sanction-text.ts';
import styles from './staff.module.css';

const texts = defineMessages('moderation.related', {
  title: 'Possibly the same person',
  loading: 'Looking for related accounts',
  none: 'No likely matches found.',
});

const reasonTexts = defineMessages('moderation.relatedReason', {
  network: 'same network',
  invitation: 'same invitation',
  mailbox: 'same rare email provider',
  site: 'same site on the profile',
});

function Related({ of: { user, reasons, sanction } }: { of: RelatedAccount }) {
  return (
    <li className={styles.entry}>
      <p>
        <TextLink dir="auto" to={profilePath(user)}>
          {fullName(user)}
        </TextLink>{' '}
        <span className={styles.quiet}>{joinUnits(reasons.map((reason) => t(reasonTexts[reason])))}</span>
      </p>
      {sanction && <p className={styles.quiet}>{stateText({ sanction, waiting: false })}</p>}
    </li>
  );
}

/** Members whose accounts may belong to the same person, with what they share. */
export function RelatedAccounts({ userId }: { userId: string }) {
  const { status, data, message, retry } = useLoading(() =>
    call<typeof listRelated>('GET', '/staff/people/:id/related', { params: { id: userId } }),
  );
  return (
    <section aria-label={t(texts.title)} className={styles.history}>
      <h3>{t(texts.title)}</h3>
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      {status === 'loading' && <LoadingNote>{t(texts.loading)}</LoadingNote>}
      {data?.length === 0 && <p className={styles.quiet}>{t(texts.none)}</p>}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((one) => (
            <Related key={one.user._id} of={one} />
          ))}
        </ul>
      )}
    </section>
  );
}
