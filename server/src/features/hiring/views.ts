import { DAY_MS } from '@afterhours/contract/base/durations';
import { RATED_APPLICATIONS } from '@afterhours/contract/constants/applications';
import {
  type CloseReason,
  formatAmount,
  MAX_RENEWALS,
  OPEN_DAYS,
  payNames,
  RENEWAL_ADDS_DAYS,
  unpaidNames,
} from '@afterhours/contract/constants/jobs';
import { type Job, type JobTerms, noTerms } from '@afterhours/contract/jobs/jobs';
import { type RawBuilder, sql } from 'kysely';
import { english } from '#texts/english.ts';

export type OpenRow = { expiresAt: string; renewals: number };

/**
 * A job as the database writes it. `terms` is null for a job that has only texts, and `open` for one that never closes
 * automatically.
 */
export type JobRow = {
  terms: JobTerms | null;
  closedAt: string | null;
  closeReason: CloseReason | null;
  open: OpenRow | null;
  /** The percentage of applications that its author answers in time; null if there are too few. */
  rate: number | null;
};

/**
 * SQL for the percentage of applications that the member with this id (SQL) answers in time; null if there are too few.
 */
const answerRate = (userId: RawBuilder<unknown>): RawBuilder<number | null> => sql`(
  SELECT round(100.0 * r.answered / r.applications)::integer FROM answer_rates r
  WHERE r.user_id = ${userId} AND r.applications >= ${sql.lit(RATED_APPLICATIONS)})`;

/** SQL for the terms of the job `j`. */
export const termsJson: RawBuilder<JobTerms> = sql`json_build_object('employment', j.employment, 'place', j.place,
  'remote', j.remote, 'countries', j.countries, 'pay', CASE WHEN j.pay_min IS NOT NULL THEN json_build_object(
    'min', j.pay_min, 'max', j.pay_max, 'currency', j.pay_currency, 'period', j.pay_period) END,
  'unpaid', j.unpaid, 'vacancy', j.vacancy, 'aiScreening', j.ai_screening,
  'applyUntil', j.apply_until, 'questions', j.questions)`;

/** SQL for the job data of the post `p`; null for posts of other types, which cost no look-up. */
export const postJob: RawBuilder<JobRow | null> = sql`CASE WHEN p.post_type = 'job' THEN json_build_object(
    'terms', (SELECT ${termsJson} FROM jobs j WHERE j.post_id = p.id),
    'closedAt', p.closed_at, 'closeReason', p.close_reason, 'open', (
      SELECT json_build_object('expiresAt', o.expires_at, 'renewals', o.renewals)
      FROM open_jobs o WHERE o.post_id = p.id), 'rate', ${answerRate(sql.ref('p.user_id'))}) END`;

const toIsoTime = (time: string | undefined | null): string | null => (time ? new Date(time).toISOString() : null);

/** Whether a job that closes at this time would stay open for enough more days if it was renewed now. */
export const isRenewalDue = (closesAt: Date): boolean =>
  closesAt.getTime() - Date.now() <= (OPEN_DAYS - RENEWAL_ADDS_DAYS) * DAY_MS;

/**
 * Returns a job as sent to clients. A job whose time is over counts as closed even before that is stored, which may
 * take a minute.
 */
export function toJobView({ terms, closedAt, closeReason, open, rate }: JobRow): Omit<Job, 'myApplication'> {
  const closesAt = closedAt === null ? toIsoTime(open?.expiresAt) : null;
  const isOver = closesAt !== null && Date.parse(closesAt) <= Date.now();
  const renewalsLeft = closesAt === null || isOver ? 0 : MAX_RENEWALS - (open?.renewals ?? 0);
  const hasLastDay = terms !== null && terms.applyUntil !== null;
  return {
    ...(terms ?? noTerms),
    state: closedAt !== null || isOver ? 'closed' : 'open',
    closedAt: toIsoTime(closedAt) ?? (isOver ? closesAt : null),
    closeReason: isOver ? 'expired' : closeReason,
    closesAt: isOver ? null : closesAt,
    renewalsLeft,
    mayRenew: closesAt !== null && renewalsLeft > 0 && !hasLastDay && isRenewalDue(new Date(closesAt)),
    answerRate: rate,
  };
}

/** Returns a job's pay, for clients that show it as text: in English, like everything that the server writes. */
export function describePay({ pay, unpaid }: JobTerms): string | null {
  if (pay) return english(payNames[pay.period], { amount: formatAmount(pay, 'en') });
  return unpaid && english(unpaidNames[unpaid]);
}
