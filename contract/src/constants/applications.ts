/** Applications to jobs, and the questions that they answer: shown without loading any schema. */
import { defineMessages } from '../base/message.ts';

/** `sent` until the author of the job opens it; `withdrawn` by the applicant, all others by the author. */
export const applicationStatuses = ['sent', 'seen', 'talking', 'offer', 'hired', 'rejected', 'withdrawn'] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** What the author of a job makes of an application. */
export const posterStatuses = ['seen', 'talking', 'offer', 'hired', 'rejected'] as const;
export type PosterStatus = (typeof posterStatuses)[number];

/** Those that answer an applicant: an application that was only opened is not answered. */
export const answeringStatuses = ['talking', 'offer', 'hired', 'rejected'] as const;

/** A rejection can be taken back so long; the applicant is told after that. */
export const REJECTION_MINUTES = 10;
/** An application is answered in time within so many days. */
export const ANSWER_DAYS = 14;
/** From so many applications on an author has an answer rate. */
export const RATED_APPLICATIONS = 5;
export const APPLICATIONS_A_DAY = 20;
/** So long after a job has closed its CVs are deleted. */
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
    'Thank you for your application for “{title}”. We have chosen somebody else this time. ' +
    'We wish you all the best for what you are looking for.',
});
