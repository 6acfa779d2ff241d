import { formatPlanned } from '#lib/text/format.ts';
import styles from './webinar-access.module.css';

/** When a webinar begins, by the reader's clock; and by the host's, when that shows another time. */
export function WebinarTime({ startsAt, hostZone }: { startsAt: string; hostZone: string | null }) {
  const time = new Date(startsAt);
  const clock = (timeZone?: string): string => formatPlanned(time, { timeZone, timeZoneName: undefined });
  const differs = hostZone !== null && clock() !== clock(hostZone);
  return (
    <>
      <time dateTime={startsAt}>{formatPlanned(time, { year: 'numeric' })}</time>
      {differs && (
        <p className={styles.note}>
          {formatPlanned(time, { timeZone: hostZone })} where the host is ({hostZone.replaceAll('_', ' ')})
        </p>
      )}
    </>
  );
}
