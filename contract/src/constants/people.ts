import { defineMessages } from '../base/message.ts';

/**
 * Why a member is suggested. `name` is the skill in common or the member's country; `n` is the number of further
 * skills, or of people or connections in common.
 */
export const suggestionReasons = defineMessages('people.reason', {
  profession: 'Same profession as you',
  similarProfession: 'A profession like yours',
  skills: 'Also skilled in {n, plural, =0 {{name}} other {{name} and {n, number} more}}',
  follows: '{n, plural, one {Followed by someone you follow} other {Followed by {n, number} people you follow}}',
  connections: '{n, plural, one {# shared connection} other {# shared connections}}',
  country: 'Also in {name}',
  elsewhere: 'From {name}',
});
export type SuggestionReason = keyof typeof suggestionReasons;
