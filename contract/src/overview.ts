/** How a community is doing, for its owners: figures that cost little, however large it is. */
import * as z from 'zod/mini';
import { dateTime } from './base/fields.ts';
import { route } from './base/route.ts';

/** The days that are shown, today included. */
export const OVERVIEW_DAYS = 30;
/** Reports, requests and jobs are counted up to here. */
export const MOST_COUNTED = 10_000;
/** A mail that an address refused is shown for so many days. */
export const REFUSED_MAIL_DAYS = 7;

const day = z.object({ day: z.string(), members: z.int(), posts: z.int() });
export type OverviewDay = z.infer<typeof day>;

/** `at`: when this check was last made. */
const finding = z.object({
  check: z.string(),
  level: z.enum(['warn', 'fail']),
  text: z.string(),
  advice: z.string(),
  at: dateTime,
});
export type OverviewFinding = z.infer<typeof finding>;

export const overview = z.object({
  /** An estimate of the database where there are more than `MOST_COUNTED`. */
  members: z.int(),
  /** New ones on each day (UTC), the oldest first. */
  days: z.array(day),
  /**
   * Cases that are not decided yet, at most `MOST_COUNTED`, and the median of so many of the latest decisions by people
   * (`decided`).
   */
  reports: z.object({ open: z.int(), medianHours: z.nullable(z.number()), decided: z.int() }),
  requestsWaiting: z.int(),
  /** Emails waiting to be sent, and addresses that have refused one in the last days. */
  mail: z.object({ waiting: z.int(), refused: z.int() }),
  /** In bytes: files that members keep, and the database. */
  storage: z.object({ files: z.number(), database: z.number() }),
  jobs: z.object({ waiting: z.int(), oldestSeconds: z.int() }),
  /** The latest by `npm run backup`; null when none is known. */
  backup: z.nullable(z.object({ at: dateTime, bytes: z.number(), files: z.int() })),
  /** What the doctor has found that is not well, and when it last looked; null when it never has. */
  doctor: z.nullable(z.object({ at: dateTime, findings: z.array(finding) })),
  versions: z.object({ product: z.string(), node: z.string(), database: z.string(), schema: z.string() }),
});
export type Overview = z.infer<typeof overview>;

export const getOverview = route({
  method: 'GET',
  path: '/staff/overview',
  summary: 'How the community is doing: members, posts, reports, mail, storage, jobs, backup, findings, versions',
  access: 'owner',
  cost: 'read',
  answer: overview,
});
