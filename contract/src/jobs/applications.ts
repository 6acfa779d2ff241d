/** Applications for jobs: what applicants send, and how the authors of jobs handle them. */
import * as z from 'zod/mini';
import { dateTime, id, idParams, line, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { jsonList } from '../base/json-field.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { rawRoute, route } from '../base/route.ts';
import {
  APPLICATIONS_A_DAY,
  applicationStatuses,
  MAX_ANSWER,
  MAX_APPLICATION_WORDS,
  MAX_NOTE,
  MAX_QUESTION,
  MAX_QUESTIONS,
  posterStatuses,
  questionKinds,
} from '../constants/applications.ts';
import { MAX_DOCUMENT_BYTES } from '../constants/uploads.ts';
import { person } from '../people/people.ts';

export const applicationMessages = defineMessages('applications', {
  sent: 'Application sent.',
  saved: 'Application saved.',
  withdrawn: 'Application withdrawn. Your CV and answers have been deleted.',
  undone: 'The rejection has been withdrawn.',
  notFound: 'This application no longer exists.',
  notPoster: 'Only the job’s author can see its applications.',
  isWithdrawn: 'This application was withdrawn.',
  notPending: 'There is no pending rejection to withdraw.',
  isTold: 'The applicant has already been notified of the rejection. Write anything further in Messages.',
  status: 'status must be one of: {statuses}.',
  onlyWithdraw: 'Only the applicant can withdraw an application, and only the job’s author can change it.',
  ownNote: 'Only the job’s author can keep a note.',
  answer: 'Please answer this question.',
  notAnswer: 'This is not a valid answer to the question.',
  changed: 'The questions of this job have changed. Please answer the current ones.',
  tooManyAnswers: 'Please send at most {max} answers.',
  answers: 'Please send the answers as a list.',
  dayFull: 'You have applied for {max} jobs within a day. You can apply for more tomorrow.',
  words: 'A message can only be sent with a rejection.',
  noCv: 'There is no CV with this application.',
});

export const applicationStatus = z.enum(applicationStatuses);

/** The status of the viewer's own application for a job. */
export const myApplication = z.object({ _id: id, status: applicationStatus, statusAt: dateTime });
export type MyApplication = z.infer<typeof myApplication>;
z.globalRegistry.add(myApplication, { id: 'MyApplication' });

const answered = z.object({ question: z.string(), kind: z.enum(questionKinds), answer: z.string() });
export type Answered = z.infer<typeof answered>;

/** `size` in bytes. */
const cv = z.object({ name: z.string(), mimeType: z.string(), size: z.int() });

/**
 * An application as the author of the job sees it. `rejectsAt` is when the applicant is notified of a rejection; until
 * then it can be withdrawn.
 */
export const application = z.object({
  _id: id,
  post_id: id,
  applicant: person,
  status: applicationStatus,
  statusAt: dateTime,
  rejectsAt: z.nullable(dateTime),
  createdAt: dateTime,
  words: z.nullable(z.string()),
  answers: z.array(answered),
  cv: z.nullable(cv),
  note: z.nullable(z.string()),
});
export type Application = z.infer<typeof application>;
z.globalRegistry.add(application, { id: 'Application' });

/**
 * An application as the applicant sees it; `job` and `poster` are null if the applicant no longer sees the job, such as
 * after its removal.
 */
export const ownApplication = z.object({
  _id: id,
  status: applicationStatus,
  statusAt: dateTime,
  createdAt: dateTime,
  job: z.nullable(z.object({ _id: id, title: z.nullable(z.string()), closed: z.boolean() })),
  poster: z.nullable(person),
  cv: z.nullable(cv),
  /** When the job was deleted. */
  removedAt: z.nullable(dateTime),
});
export type OwnApplication = z.infer<typeof ownApplication>;
z.globalRegistry.add(ownApplication, { id: 'OwnApplication' });

const givenAnswer = z.object({ question: line({ max: MAX_QUESTION }), answer: text({ max: MAX_ANSWER }) });

export const createApplication = route({
  method: 'POST',
  path: '/jobs/:id/applications',
  summary: `Apply for a job, as JSON or multipart with a CV; at most ${APPLICATIONS_A_DAY} jobs within a day`,
  access: 'confirmed',
  cost: 'heavy',
  daily: { kind: 'messages' },
  params: idParams,
  body: z.object({
    answers: z.optional(
      jsonList(givenAnswer, {
        max: MAX_QUESTIONS,
        maxText: 50_000,
        tooMany: issueText(applicationMessages.tooManyAnswers, { max: MAX_QUESTIONS }),
        wrong: issueText(applicationMessages.answers),
      }),
    ),
    words: z.optional(z.nullable(text({ max: MAX_APPLICATION_WORDS }))),
  }),
  files: [{ fields: ['cv'], maxFiles: 1, maxBytes: MAX_DOCUMENT_BYTES, kind: 'document' }],
  response: myApplication,
});

const wrongStatus = issueText(applicationMessages.status, {
  statuses: [...posterStatuses, 'withdrawn'].join(', '),
});

/** Omitted fields stay unchanged. `words` replace the standard text of a rejection. */
export const updateApplication = route({
  method: 'PUT',
  path: '/applications/:id',
  summary: 'Change the status of an application for my job, or my note on it; or withdraw my own application',
  access: 'member',
  cost: 'write',
  params: idParams,
  body: z.object({
    status: z.optional(z.enum([...posterStatuses, 'withdrawn'], wrongStatus)),
    note: z.optional(z.nullable(text({ max: MAX_NOTE }))),
    words: z.optional(z.nullable(text({ max: MAX_APPLICATION_WORDS }))),
  }),
  response: z.object({
    _id: id,
    status: applicationStatus,
    statusAt: dateTime,
    rejectsAt: z.nullable(dateTime),
    note: z.nullable(z.string()),
  }),
});

export const deleteRejection = route({
  method: 'DELETE',
  path: '/applications/:id/rejection',
  summary: 'Withdraw a rejection before the applicant is notified of it',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: z.object({ _id: id, status: applicationStatus, statusAt: dateTime }),
});

export const listJobApplications = route({
  method: 'GET',
  path: '/jobs/:id/applications',
  summary: 'Applications for my job, newest first',
  access: 'member',
  cost: 'read',
  params: idParams,
  query: z.object({
    ...pagingShape,
    status: z.optional(
      z.enum(applicationStatuses, issueText(applicationMessages.status, { statuses: applicationStatuses.join(', ') })),
    ),
  }),
  response: z.array(application),
  beside: pagedBeside,
});

export const getApplication = route({
  method: 'GET',
  path: '/applications/:id',
  summary: 'An application for my job',
  access: 'member',
  cost: 'read',
  params: idParams,
  response: application,
});

export const listMyApplications = route({
  method: 'GET',
  path: '/me/applications',
  summary: 'Jobs that I have applied for, newest application first',
  access: 'member',
  cost: 'read',
  query: z.object(pagingShape),
  response: z.array(ownApplication),
  beside: pagedBeside,
});

export const getApplicationCv = rawRoute({
  method: 'GET',
  path: '/applications/:id/cv',
  summary: 'The CV of an application, for the author of the job and the applicant',
  access: 'member',
  cost: 'read',
  produces: 'application/octet-stream',
});
