/** What somebody answers who asks to join; apart, because the form to join loads nothing else of it. */
import { text } from './base/fields.ts';
import { defineMessages } from './base/message.ts';

export const MAX_ANSWER = 500;
/** Who was refused may ask again after so many days. */
export const REFUSED_DAYS = 30;

export const joinAnswerMessages = defineMessages('community.answer', {
  question: 'How did you hear of us, and what do you make?',
  needed: 'Please answer the question: the people who run this community use it to decide.',
});

export const joinAnswer = text({ max: MAX_ANSWER });
