/** Applications for jobs, and the questions that they answer: pages show these without loading any schema. */
import { defineMessages } from '../base/message.ts';

/** `sent` until the author of the job opens it. The applicant sets `withdrawn`, the author all others. */
export const applicationStatuses = ['sent', 'seen', 'talking', 'offer', 'hired', 'rejected', 'withdrawn'] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** The statuses that the author of a job can set. */
export const posterStatuses = ['seen', 'talking', 'offer', 'hired', 'rejected'] as const;
export type PosterStatus = (typeof posterStatuses)[number];

/** The statuses that count as an answer to the applicant; merely opening an application does not. */
export const answeringStatuses = ['talking', 'offer', 'hired', 'rejected'] as const;

/** How long a rejection can be withdrawn; the applicant is notified after that. */
export const REJECTION_MINUTES = 10;
/** An application is answered in time if it is answered within this many days. */
export const ANSWER_DAYS = 14;
/** An author has an answer rate once they have this many applications. */
export const RATED_APPLICATIONS = 5;
export const APPLICATIONS_A_DAY = 20;
/** CVs are deleted this many months after their job has closed. */
export const CV_MONTHS = 6;

export const MAX_QUESTIONS = 5;
export const MAX_QUESTION = 200;
export const MIN_CHOICES = 2;
export const MAX_CHOICES = 8;
export const MAX_CHOICE = 80;
export const MAX_ANSWER = 1_000;
export const MAX_APPLICATION_WORDS = 2_000;
export const MAX_NOTE = 2_000;

export const questionKinds = ['text', 'yes-no', 'number', 'choice'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export const questionKindNames = defineMessages('jobs.question', {
  text: 'Text',
  'yes-no': 'Yes or no',
  number: 'Number',
  choice: 'One of several answers',
});

export const statusNames = defineMessages('applications.status', {
  sent: 'Sent',
  seen: 'Seen',
  talking: 'In talks',
  offer: 'Offer',
  hired: 'Hired',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
});

export const rejectionTexts = defineMessages('applications.rejection', {
  template:
    'Thank you for your application for “{title}”. We have chosen another candidate this time. ' +
    'We wish you all the best in your search.',
});
