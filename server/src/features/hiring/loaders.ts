/** Functions on jobs for the features that publish and show posts, and for applications. */
import { OPEN_DAYS } from '@afterhours/contract/constants/jobs';
import { hiringMessages } from '@afterhours/contract/jobs/hiring';
import { jobMessages } from '@afterhours/contract/jobs/jobs';
import type { Db } from '#db/connection/pool.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import { isOpen, lockIfOpen, setLastDay } from './queries.ts';

export {
  openJobs,
  saveJobs,
  selectApplicants,
  selectJob,
} from './queries.ts';
export { describePay, type JobRow, postJob, toJobView } from './views.ts';

/** Throws a 409 for a job that takes no more applications. */
export async function requireOpenJob(db: Db, postId: string): Promise<void> {
  if (!(await isOpen(db, postId))) throw new AppError(409, hiringMessages.isClosed);
}

/** Prevents a job from being closed until the transaction ends; throws a 409 if it takes no more applications. */
export async function lockOpenJob(db: Db, postId: string): Promise<void> {
  if (!(await lockIfOpen(db, postId))) throw new AppError(409, hiringMessages.isClosed);
}

/** Sets another last day for applications on a job. Throws a 422 for a day after the job closes. */
export async function changeLastDay(db: Db, postId: string, applyUntil: string | null): Promise<void> {
  if (!(await setLastDay(db, postId, applyUntil)))
    throw fieldProblem('applyUntil', jobMessages.dateFar, { days: OPEN_DAYS });
}
