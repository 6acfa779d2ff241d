import { defineMessages } from '@afterhours/contract/base/message';
import { formatPlanned } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import styles from './webinar-access.module.css';

const texts = defineMessages('payments.time', {
  atHost: '{time} where the host is ({zone})',
});

/**
 * The start of a webinar in the viewer's time zone, and in the host's if the time differs there. `hostZone` is null if
 * it is unknown, and for the host, who need not be told where they are.
 */
export function WebinarTime({ startsAt, hostZone }: { startsAt: string; hostZone: string | null }) {
  const time = new Date(startsAt);
  const clock = (timeZone?: string): string => formatPlanned(time, { timeZone, timeZoneName: undefined });
  const differs = hostZone !== null && clock() !== clock(hostZone);
  return (
    <>
      <time dateTime={startsAt}>{formatPlanned(time, { year: 'numeric' })}</time>
      {differs && (
        <p className={styles.note}>
          {t(texts.atHost, { time: formatPlanned(time, { timeZone: hostZone }), zone: hostZone.replaceAll('_', ' ') })}
        </p>
      )}
    </>
  );
}
