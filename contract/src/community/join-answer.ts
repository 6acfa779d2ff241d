/**
 * The answer of somebody who asks to join, in a module of its own because the form for joining loads nothing else of
 * it.
 */
import { text } from '../base/fields.ts';
import { defineMessages } from '../base/message.ts';

export const MAX_ANSWER = 500;
/** Somebody whose request was refused may ask again after this many days. */
export const REFUSED_DAYS = 30;

export const joinAnswerMessages = defineMessages('community.answer', {
  question: 'How did you hear about us, and what do you make?',
  needed: 'Please answer the question: the people who run this community use it to decide.',
});

export const joinAnswer = text({ max: MAX_ANSWER });
