import { formatAmount, payNames, unpaidNames } from '@afterhours/contract/constants/jobs';
import type { Job } from '@afterhours/contract/jobs';
import { type RawBuilder, sql } from 'kysely';
import { english } from '#texts/english.ts';

/** A job as the database writes it. */
export type JobRow = Job;

/** SQL: the job with this alias. */
export const jobJson = (alias: string): RawBuilder<JobRow> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`json_build_object('employment', ${of('employment')}, 'place', ${of('place')}, 'remote', ${of('remote')},
    'countries', ${of('countries')}, 'pay', CASE WHEN ${of('pay_min')} IS NOT NULL THEN json_build_object(
      'min', ${of('pay_min')}, 'max', ${of('pay_max')}, 'currency', ${of('pay_currency')},
      'period', ${of('pay_period')}) END,
    'unpaid', ${of('unpaid')}, 'vacancy', ${of('vacancy')}, 'aiScreening', ${of('ai_screening')},
    'applyUntil', ${of('apply_until')})`;
};

/** SQL: the terms of the post `p`; null for one without, which costs a look-up of jobs alone. */
export const postJob: RawBuilder<JobRow | null> = sql`CASE WHEN p.post_type = 'job' THEN (
    SELECT ${jobJson('j')} FROM jobs j WHERE j.post_id = p.id) END`;

export const toJobView = (row: JobRow): Job => row;

/** What a job pays, for clients that show it as text: in English, as the program writes everything. */
export function describePay({ pay, unpaid }: Job): string | null {
  if (pay) return english(payNames[pay.period], { amount: formatAmount(pay, 'en') });
  return unpaid && english(unpaidNames[unpaid]);
}
