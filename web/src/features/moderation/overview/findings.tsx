import { defineMessages } from '@afterhours/contract/base/message';
import type { Overview, OverviewFinding } from '@afterhours/contract/moderation/overview';
import { t } from '#lib/text/translate.ts';
import { Time } from '#ui/text/time.tsx';
import styles from './overview.module.css';

const texts = defineMessages('moderation.findings', {
  title: 'What the doctor found',
  never: 'It has not run yet. It runs every night, and with npm run doctor.',
  well: 'No problems found.',
  looked: 'Last run',
});

const levels = defineMessages('moderation.findingLevel', { warn: 'Warning', fail: 'Problem' });

function Finding({ of: { check, level, text, advice, at } }: { of: OverviewFinding }) {
  return (
    <li className={styles.finding} data-level={level}>
      <p>
        <strong>{t(levels[level])}</strong> <span lang="en">{`${check}: ${text}`}</span> <Time value={at} />
      </p>
      <p lang="en" className={styles.quiet}>
        {advice}
      </p>
    </li>
  );
}

/** What the doctor has found in the installation, in the doctor's own words, which are English. */
export function Findings({ of: doctor }: { of: Overview['doctor'] }) {
  return (
    <>
      <h3>{t(texts.title)}</h3>
      {doctor === null ? (
        <p className={styles.quiet}>{t(texts.never)}</p>
      ) : (
        <>
          <p className={styles.quiet}>
            {t(texts.looked)} <Time value={doctor.at} />
          </p>
          {doctor.findings.length === 0 && <p>{t(texts.well)}</p>}
          <ul className={styles.findings}>
            {doctor.findings.map((finding) => (
              <Finding key={`${finding.check} ${finding.text}`} of={finding} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
