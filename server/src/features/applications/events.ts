import type { PosterStatus } from '@afterhours/contract/constants/applications';
import { defineEvent } from '#db/events.ts';

/** The author of a job has changed how an application stands; of a rejection, when it is told. */
export const applicationChanged = defineEvent<{
  postId: string;
  applicantId: string;
  posterId: string;
  status: PosterStatus;
}>('applications.changed');

/** An applicant has withdrawn an application. */
export const applicationWithdrawn = defineEvent<{ postId: string; applicantId: string }>('applications.withdrawn');
