/** Texts of payments. */
import { defineMessages } from '../base/message.ts';

export const paymentMessages = defineMessages('payments', {
  completed: 'Payment completed. Your link is ready.',
  pending: 'Your payment is being processed.',
  declined: 'Your card was declined.',
  noFunds: 'Your card has insufficient funds.',
  expired: 'Your card has expired.',
  joinFirst: 'Join the webinar first.',
  refunding: 'Your payment is being refunded.',
  refunded: 'Your payment was refunded.',
  wholeAmount: 'The amount must be a whole number of the smallest currency unit.',
  amount: 'Joining a webinar costs {amount} (smallest currency unit).',
  productType: 'Only webinars can be paid for.',
  notWebinar: 'This post is not a webinar.',
  own: 'This is your own webinar.',
  begun: 'This webinar has already begun. You have not been charged.',
  alreadyPaid: 'You already joined this webinar.',
  token: 'Please enter your card again.',
  notFound: 'This payment is not there.',
  unavailable: 'Payments are not available right now. You have not been charged.',
  notCompleted: 'The payment was not completed. You have not been charged.',
  tooManyTries: 'Too many cards were declined. Please try again later.',
  sandboxOnly: 'Only the listed test cards work here. Never enter a real card.',
  foreignEvent: 'This event is not from the provider of payments.',
  expiry: 'Please enter a date in the future as MM/YY',
  cvc: 'Please enter 3 or 4 digits',
});
