import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_EARLIER, type StaffCaseDetail } from '@afterhours/contract/moderation/staff-cases';
import { useSearchParams } from 'react-router';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Time } from '#ui/text/time.tsx';
import { kindNames, outcomeName, stateNames } from './case-texts.ts';
import styles from './cases.module.css';

const texts = defineMessages('moderation.earlier', {
  count: '{n, plural, =0 {No other cases} one {# other case} other {# other cases}} of this member',
  latest: 'The latest {n, number} other cases of this member',
  one: '{kind} · {state}',
});

type Earlier = StaffCaseDetail['earlier'][number];

function describe({ kind, outcome }: Earlier): string {
  return t(texts.one, {
    kind: t(kindNames[kind]),
    state: outcome ? outcomeName(kind, outcome) : t(stateNames.waiting),
  });
}

/** Returns the address of a case, with the filters of the queue. */
function toAddress(search: URLSearchParams, id: string): string {
  const next = new URLSearchParams(search);
  next.set('case', id);
  return `/moderation?${next.toString()}`;
}

/** The other cases of the same member, each with its outcome, on request. */
export function EarlierCases({ of: { earlier } }: { of: Pick<StaffCaseDetail, 'earlier'> }) {
  const [search] = useSearchParams();
  const n = earlier.length;
  const title = t(n === MAX_EARLIER ? texts.latest : texts.count, { n });
  if (n === 0) return <p className={styles.quiet}>{title}</p>;
  return (
    <details className={styles.earlier}>
      <summary>{title}</summary>
      <ul className={styles.plain}>
        {earlier.map((one) => (
          <li key={one._id}>
            <TextLink to={toAddress(search, one._id)}>{describe(one)}</TextLink> <Time value={one.createdAt} ago />
          </li>
        ))}
      </ul>
    </details>
  );
}
