/** Default messages for issues that a field's schema has no message for; each can be shown to a person. */
import type * as z from 'zod/mini';
import { fieldTexts } from '../constants/fields.ts';
import { issueText } from './issue.ts';
import { defineMessages } from './message.ts';

const texts = defineMessages('issue', {
  number: 'Please enter a number.',
  int: 'Please enter a whole number.',
  array: 'This must be a list.',
  object: 'This must be an object.',
  otherKind: 'This has the wrong type.',
  longText: 'This is too long.',
  shortText: 'This is too short.',
  largeNumber: 'This number is too large.',
  smallNumber: 'This number is too small.',
  notOffered: 'Please choose one of the values that are offered.',
  form: 'This has the wrong format.',
  other: 'Please check this value.',
});

const types: Record<string, string> = {
  string: issueText(fieldTexts.text),
  number: issueText(texts.number),
  int: issueText(texts.int),
  boolean: issueText(fieldTexts.trueOrFalse),
  array: issueText(texts.array),
  object: issueText(texts.object),
};

const sizes = {
  too_big: { text: issueText(texts.longText), number: issueText(texts.largeNumber) },
  too_small: { text: issueText(texts.shortText), number: issueText(texts.smallNumber) },
} as const;

/** Passed to Zod's `config` once; messages of a schema take precedence. */
export const issueMessages: { localeError: z.core.$ZodErrorMap } = {
  localeError(issue) {
    if (issue.code === 'invalid_type')
      return issue.input === undefined
        ? issueText(fieldTexts.required)
        : (types[issue.expected] ?? issueText(texts.otherKind));
    if (issue.code === 'too_big' || issue.code === 'too_small')
      return sizes[issue.code][issue.origin === 'number' || issue.origin === 'int' ? 'number' : 'text'];
    if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return issueText(texts.notOffered);
    if (issue.code === 'invalid_format') return issueText(texts.form);
    return issueText(texts.other);
  },
};
