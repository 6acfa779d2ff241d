import styles from './webinar-access.module.css';

const format = (time: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZoneName: 'short', ...options }).format(
    time,
  );

const day: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' };

/** When a webinar begins, by the reader's clock; and by the host's, when that shows another time. */
export function WebinarTime({ startsAt, hostZone }: { startsAt: string; hostZone: string | null }) {
  const time = new Date(startsAt);
  const bare: Intl.DateTimeFormatOptions = { ...day, timeZoneName: undefined };
  const differs = hostZone !== null && format(time, bare) !== format(time, { ...bare, timeZone: hostZone });
  return (
    <>
      <time dateTime={startsAt}>{format(time, { ...day, year: 'numeric' })}</time>
      {differs && (
        <p className={styles.note}>
          {format(time, { ...day, timeZone: hostZone })} where the host is ({hostZone.replaceAll('_', ' ')})
        </p>
      )}
    </>
  );
}
