import type { PosterStatus } from '@afterhours/contract/constants/applications';
import { defineEvent } from '#db/events.ts';

/** The author of a job has changed how an application stands; of a rejection, when it is told. */
export const applicationChanged = defineEvent<{
  postId: string;
  applicantId: string;
  posterId: string;
  status: PosterStatus;
}>('applications.changed');

/** What the author of a job sees of an application has changed: status, note, or a rejection that is pending. */
export const applicationTouched = defineEvent<{ applicationId: string; postId: string; posterId: string }>(
  'applications.touched',
);

/** An applicant has withdrawn an application. */
export const applicationWithdrawn = defineEvent<{ postId: string; applicantId: string }>('applications.withdrawn');
