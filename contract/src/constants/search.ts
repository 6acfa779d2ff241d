/** Texts of searches. */
import { defineMessages } from '../base/message.ts';

export const searchMessages = defineMessages('search', {
  nothing: 'No result found',
  advice: 'Try shortening or rephrasing your search.',
  empty: 'Please enter what to search for.',
});
