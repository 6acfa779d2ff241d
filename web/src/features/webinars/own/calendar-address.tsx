import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { keepFocus, passFocusOn } from '#lib/focus/keep-focus.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { formatDate } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { endCalendarFeed, loadCalendarFeed, makeCalendarFeed } from '../webinar-commands.ts';
import styles from '../webinars.module.css';

const texts = defineMessages('webinars.calendar', {
  title: 'In your calendar',
  why: 'Subscribe to an address, and your calendar shows your webinars and keeps them up to date.',
  since: 'You have had an address since {day}. It is shown only once: create a new one if you need it again.',
  secret: 'Anyone who has this address can see your webinars. It is shown only once.',
  make: 'Create an address',
  renew: 'Create a new address',
  end: 'Revoke the address',
  copy: 'Copy address',
});

/** The URL, known only right after it is created, and the functions that change it. */
function useAddress(reload: () => Promise<void>) {
  const [url, setUrl] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const make = async () => {
    setPending(true);
    const created = await makeCalendarFeed();
    setPending(false);
    if (!created.ok) return showError(created.message);
    setUrl(created.body.url);
    await reload();
  };
  const end = async () => {
    setPending(true);
    const ended = await endCalendarFeed();
    setPending(false);
    (ended.ok ? showSuccess : showError)(ended.message);
    setUrl(null);
    await reload();
  };
  return { url, pending, make: () => void make(), end: () => void end() };
}

/** The URL at which a calendar application reads the viewer's webinars: created, replaced, revoked. */
export function CalendarAddress() {
  const { status, data, message, reload, retry } = useLoading(loadCalendarFeed);
  const { url, pending, make, end } = useAddress(reload);
  const failed = status === 'failed' && <ErrorState quiet message={message} onRetry={retry} />;
  if (!data) return <Card title={t(texts.title)}>{failed || <Skeleton shape="text" lines={2} />}</Card>;
  const { since } = data;
  return (
    <Card title={t(texts.title)}>
      <div className={styles.stack}>
        <p className={styles.quiet}>{t(texts.why)}</p>
        {url !== null && (
          <>
            <p className={styles.address} dir="ltr">
              {url}
            </p>
            <p className={styles.quiet}>{t(texts.secret)}</p>
          </>
        )}
        {url === null && since !== null && <p className={styles.quiet}>{t(texts.since, { day: formatDate(since) })}</p>}
        <div ref={keepFocus} className={styles.buttons}>
          {url !== null && <CopyButton text={url} label={t(texts.copy)} />}
          <Button loading={pending} onClick={make}>
            {t(since === null ? texts.make : texts.renew)}
          </Button>
          {since !== null && (
            <Button variant="quiet" className={styles.leave} disabled={pending} onClick={end}>
              {t(texts.end)}
            </Button>
          )}
        </div>
        {failed && <div ref={passFocusOn}>{failed}</div>}
      </div>
    </Card>
  );
}
