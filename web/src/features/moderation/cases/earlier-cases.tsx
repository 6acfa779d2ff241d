import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_EARLIER, type StaffCaseDetail } from '@afterhours/contract/moderation/staff-cases';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Time } from '#ui/text/time.tsx';
import { actionNames, kindNames, stateNames } from './case-texts.ts';
import styles from './cases.module.css';

const texts = defineMessages('moderation.earlier', {
  count: '{n, plural, =0 {No other cases} one {# other case} other {# other cases}} of this member',
  latest: 'The latest {n, number} other cases of this member',
  one: '{kind} · {state}',
});

type Earlier = StaffCaseDetail['earlier'][number];

function describe({ kind, outcome }: Earlier): string {
  return t(texts.one, { kind: t(kindNames[kind]), state: t(outcome ? actionNames[outcome] : stateNames.waiting) });
}

/** The other cases of the same member, each with its outcome, on request. */
export function EarlierCases({ of: { earlier } }: { of: Pick<StaffCaseDetail, 'earlier'> }) {
  const n = earlier.length;
  const title = t(n === MAX_EARLIER ? texts.latest : texts.count, { n });
  if (n === 0) return <p className={styles.quiet}>{title}</p>;
  return (
    <details className={styles.earlier}>
      <summary>{title}</summary>
      <ul className={styles.plain}>
        {earlier.map((one) => (
          <li key={one._id}>
            <TextLink to={`/moderation?case=${one._id}`}>{describe(one)}</TextLink> <Time value={one.createdAt} ago />
          </li>
        ))}
      </ul>
    </details>
  );
}
