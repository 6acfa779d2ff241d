import { defineMessages } from '@afterhours/contract/base/message';
import {
  employmentNames,
  formatAmount,
  isDayOver,
  listHiring,
  payNames,
  remoteNames,
  unpaidNames,
} from '@afterhours/contract/constants/jobs';
import type { Job } from '@afterhours/contract/jobs/jobs';
import type { ReactNode } from 'react';
import type { StoredPost } from '#entities/posts/entities.ts';
import { OpenPeriod } from '#features/hiring/open-period.tsx';
import { countryName } from '#lib/text/country.ts';
import { dateLocale, numberLocale } from '#lib/text/locale.ts';
import { joinUnits, t } from '#lib/text/translate.ts';
import { formTexts } from '../post-texts.ts';
import styles from './post-body.module.css';

const texts = defineMessages('posts.jobFacts', {
  pay: 'Salary',
  kind: 'Job type',
  place: 'Place',
  countries: 'Countries to work from',
  applyUntil: 'Apply until',
  over: '{day} (passed)',
  hiring: 'Hiring',
});

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return children ? (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  ) : null;
}

const payOf = ({ pay, unpaid }: Job): string | null =>
  pay ? t(payNames[pay.period], { amount: formatAmount(pay, numberLocale()) }) : unpaid && t(unpaidNames[unpaid]);

function formatDay(day: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const date = new Intl.DateTimeFormat(dateLocale(), options).format(new Date(day));
  return isDayOver(day) ? t(texts.over, { day: date }) : date;
}

const listOf = (codes: readonly string[]): string => joinUnits(codes.map(countryName));

/** What a job offers, in the language of the page. */
export function JobFacts({ post, job }: { post: StoredPost; job: Job }) {
  return (
    <>
      <OpenPeriod id={post._id} job={job} own={post.viewerCan.edit} />
      <Terms opening={post.opening} salary={post.salary} job={job} />
    </>
  );
}

function Terms({ opening, salary, job }: Pick<StoredPost, 'opening' | 'salary'> & { job: Job }) {
  const { employment, remote, place, countries, applyUntil } = job;
  return (
    <dl className={styles.terms}>
      <Fact name={t(texts.pay)}>{payOf(job) ?? salary}</Fact>
      <Fact name={t(texts.kind)}>{employment && t(employmentNames[employment])}</Fact>
      {(place || remote) && (
        <Fact name={t(texts.place)}>
          {place && <bdi>{place}</bdi>}
          {place && remote && ' · '}
          {remote && t(remoteNames[remote])}
        </Fact>
      )}
      <Fact name={t(formTexts.openings)}>{opening}</Fact>
      <Fact name={t(texts.countries)}>{countries.length > 0 && listOf(countries)}</Fact>
      <Fact name={t(texts.applyUntil)}>{applyUntil && formatDay(applyUntil)}</Fact>
      <Fact name={t(texts.hiring)}>
        {job.state !== 'closed' &&
          listHiring(job)
            .map((each) => t(each))
            .join(' · ')}
      </Fact>
    </dl>
  );
}
