import type { PosterStatus } from '@afterhours/contract/constants/applications';
import { defineEvent } from '#db/events.ts';

/** The author of a job has changed an application's status. For a rejection, emitted when it is sent. */
export const applicationChanged = defineEvent<{
  applicationId: string;
  postId: string;
  applicantId: string;
  posterId: string;
  status: PosterStatus;
  statusAt: Date;
}>('applications.changed');

/**
 * Something that the job's author sees of an application has changed: its status, its note, or a pending rejection; or
 * its applicant has deleted the account.
 */
export const applicationTouched = defineEvent<{ applicationId: string; postId: string; posterId: string }>(
  'applications.touched',
);

/** A job for which this member has applied is deleted, and the application with it, or staff have removed it. */
export const applicationGone = defineEvent<{ postId: string; applicantId: string }>('applications.gone');

/** These members are notified that an open job for which they had applied was deleted or removed. */
export const jobDeleted = defineEvent<{ postId: string; applicantIds: readonly string[] }>('applications.job-deleted');

/** An applicant has withdrawn an application. */
export const applicationWithdrawn = defineEvent<{
  applicationId: string;
  postId: string;
  applicantId: string;
  status: 'withdrawn';
  statusAt: Date;
}>('applications.withdrawn');
