/** The questions that the author of a job asks applicants. */
import * as z from 'zod/mini';
import { flag, line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { jsonList } from '../base/json-field.ts';
import { defineMessages } from '../base/message.ts';
import {
  MAX_ANSWER,
  MAX_CHOICE,
  MAX_CHOICES,
  MAX_QUESTION,
  MAX_QUESTIONS,
  MIN_CHOICES,
  type QuestionKind,
  questionKinds,
} from '../constants/applications.ts';
import { countCharacters, fieldTexts } from '../constants/fields.ts';

export const questionMessages = defineMessages('jobs.questions', {
  text: 'Please enter the question.',
  kind: 'Please choose how the question is answered.',
  tooMany: 'Please ask at most {max} questions.',
  wrong: 'Please ask the questions as a list.',
  twice: 'Please ask each question once.',
  choices: 'Please give {min} to {max} different answers to choose from.',
});

/** A question as posts contain it; `choices` is empty unless the question is a choice. */
export const jobQuestion = z.object({
  text: z.string(),
  kind: z.enum(questionKinds),
  choices: z.array(z.string()),
  required: z.boolean(),
});
export type JobQuestion = z.infer<typeof jobQuestion>;
z.globalRegistry.add(jobQuestion, { id: 'JobQuestion' });

const kindText = issueText(questionMessages.kind);
const choicesText = issueText(questionMessages.choices, { min: MIN_CHOICES, max: MAX_CHOICES });
const tooMany = issueText(questionMessages.tooMany, { max: MAX_QUESTIONS });

const fitsKind = ({ kind, choices }: { kind: QuestionKind; choices?: readonly string[] | undefined }): boolean =>
  kind === 'choice'
    ? choices !== undefined && choices.length >= MIN_CHOICES && new Set(choices).size === choices.length
    : !choices?.length;

const givenQuestion = z
  .object({
    text: line({ required: issueText(questionMessages.text), max: MAX_QUESTION }),
    kind: z.enum(questionKinds, kindText),
    choices: z.optional(
      z
        .array(line({ required: choicesText, max: MAX_CHOICE }), choicesText)
        .check(z.maxLength(MAX_CHOICES, { error: choicesText, abort: true })),
    ),
    required: z.optional(flag(issueText(fieldTexts.trueOrFalse))),
  })
  .check(z.refine(fitsKind, { error: choicesText, path: ['choices'] }));

const areUnique = (all: readonly { text: string }[]): boolean =>
  new Set(all.map(({ text }) => text)).size === all.length;

/** The form's field; if it is absent, the questions stay as they are. */
export const questionsField = jsonList(givenQuestion, {
  max: MAX_QUESTIONS,
  maxText: 20_000,
  tooMany,
  wrong: issueText(questionMessages.wrong),
}).check(z.refine(areUnique, issueText(questionMessages.twice)));

export type GivenQuestion = z.output<typeof givenQuestion>;

export const toQuestions = (given: readonly GivenQuestion[] | undefined): JobQuestion[] =>
  (given ?? []).map(({ text, kind, choices = [], required = false }) => ({ text, kind, choices, required }));

const NUMBER = /^-?\d{1,12}(?:[.,]\d{1,6})?$/;

const kinds: Record<QuestionKind, (answer: string, question: JobQuestion) => boolean> = {
  text: (answer) => countCharacters(answer) <= MAX_ANSWER,
  'yes-no': (answer) => answer === 'yes' || answer === 'no',
  number: (answer) => NUMBER.test(answer),
  choice: (answer, { choices }) => choices.includes(answer),
};

/** Whether an answer fits its question. */
export const isAnswer = (question: JobQuestion, answer: string): boolean => kinds[question.kind](answer, question);
