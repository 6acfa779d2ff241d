/** Sentences for whatever the schema of a field says nothing about; each can be shown to a person. */
import type * as z from 'zod/mini';

const types: Record<string, string> = {
  string: 'Please enter text.',
  number: 'Please enter a number.',
  int: 'Please enter a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object.',
};

const sizes = {
  too_big: { text: 'This is too long.', number: 'This number is too large.' },
  too_small: { text: 'This is too short.', number: 'This number is too small.' },
} as const;

/** Handed to Zod's `config` once; what a schema itself says comes before it. */
export const issueMessages: { localeError: z.core.$ZodErrorMap } = {
  localeError(issue) {
    if (issue.code === 'invalid_type')
      return issue.input === undefined
        ? 'This field is required.'
        : (types[issue.expected] ?? 'This is not of the right kind.');
    if (issue.code === 'too_big' || issue.code === 'too_small')
      return sizes[issue.code][issue.origin === 'number' || issue.origin === 'int' ? 'number' : 'text'];
    if (issue.code === 'invalid_value' || issue.code === 'invalid_union')
      return 'Please choose one of the values that are offered.';
    if (issue.code === 'invalid_format') return 'This does not have the right form.';
    return 'Please check this value.';
  },
};
