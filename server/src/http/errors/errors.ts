import { type Failure, type FailureStatus, type FieldError, failureMessages } from '@afterhours/contract/base/envelope';
import { findIssue } from '@afterhours/contract/base/issue';
import type { MessageValues } from '@afterhours/contract/base/message';
import { asWritten, english, type MessageOrText, textOf } from '#texts/english.ts';
import { httpTexts } from './http-texts.ts';

/** The server's only error class: an outcome for the caller, with a status, a message and fields. */
export class AppError extends Error {
  readonly status: FailureStatus;
  readonly fields: FieldError[] | undefined;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** The methods that are allowed on a path that was called with another one. */
  readonly allow: string | undefined;
  /** A reason that a client may act on by itself. */
  readonly reason: Failure['reason'];

  constructor(
    status: FailureStatus,
    message: MessageOrText = failureMessages[status],
    more: { fields?: FieldError[]; retryAfter?: number; reason?: Failure['reason']; allow?: string } = {},
  ) {
    super(textOf(message));
    this.status = status;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
    this.reason = more.reason;
    this.allow = more.allow;
  }
}

/** Returns a field's error for the text of a schema issue. */
function toFieldError(field: string, text: string): FieldError {
  const issue = findIssue(text);
  return issue
    ? { field, message: english(issue.message, issue.values), code: issue.message.id }
    : { field, message: text };
}

/** Returns a 422 that names one field; the field's code is the id of the message. */
export function fieldProblem<Text extends string>(
  field: string,
  message: MessageOrText<Text>,
  ...values: MessageValues<Text>
): AppError {
  if (typeof message === 'string') return new AppError(422, message, { fields: [{ field, message }] });
  const text = english(message, ...values);
  return new AppError(422, text, { fields: [{ field, message: text, code: message.id }] });
}

/**
 * Returns a 422 that names fields by the texts of issues; its message is the field's if there is one, or a general one.
 */
export function failedFields(issues: readonly { field: string; message: string }[]): AppError {
  const fields = issues.map(({ field, message }) => toFieldError(field, message));
  const [first] = fields;
  return new AppError(422, fields.length === 1 && first ? asWritten(first.message) : failureMessages[422], { fields });
}

/**
 * Returns the 404 for something that does not exist or is not visible to the caller, without distinguishing the two.
 */
export const notFound = (message?: MessageOrText): AppError => new AppError(404, message);

/** Returns the error for a full disk, at the database or the file store: nothing from the request was stored. */
export const noRoom = (): AppError => new AppError(503, httpTexts.noRoom, { retryAfter: 60 });
