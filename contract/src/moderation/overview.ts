/** The state of a community for its owners: figures that are cheap to compute, however large it is. */
import * as z from 'zod/mini';
import { dateTime } from '../base/fields.ts';
import { route } from '../base/route.ts';

/** The number of days shown, including today. */
export const OVERVIEW_DAYS = 30;
/** Reports, requests and jobs are counted up to this number. */
export const MOST_COUNTED = 10_000;
/** For how many days an address that rejected a mail is counted. */
export const REFUSED_MAIL_DAYS = 7;

const day = z.object({ day: z.string(), members: z.int(), posts: z.int() });

/** `at` is when this check last ran. */
const finding = z.object({
  check: z.string(),
  level: z.enum(['warn', 'fail']),
  text: z.string(),
  advice: z.string(),
  at: dateTime,
});
export type OverviewFinding = z.infer<typeof finding>;

export const overview = z.object({
  /** The database's estimate if there are more than `MOST_COUNTED`. */
  members: z.int(),
  /** New members and posts on each day (UTC), oldest day first. */
  days: z.array(day),
  /**
   * Undecided cases, at most `MOST_COUNTED`, and the median time of the latest decisions by people, of which there are
   * `decided`.
   */
  reports: z.object({ open: z.int(), medianHours: z.nullable(z.number()), decided: z.int() }),
  requestsWaiting: z.int(),
  /** Mails waiting to be sent, and addresses that rejected one in the last `REFUSED_MAIL_DAYS`. */
  mail: z.object({ waiting: z.int(), refused: z.int() }),
  /** The size of the members' files and of the database, in bytes. */
  storage: z.object({ files: z.number(), database: z.number() }),
  jobs: z.object({ waiting: z.int(), oldestSeconds: z.int() }),
  /** The latest backup by `npm run backup`; null if none is known. */
  backup: z.nullable(z.object({ at: dateTime, bytes: z.number(), files: z.int() })),
  /** The doctor's findings and when it last ran; null if it never has. */
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
  response: overview,
});
