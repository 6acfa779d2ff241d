/** Texts of payments. */
import { defineMessages } from '../base/message.ts';

export const paymentMessages = defineMessages('payments', {
  completed: 'Payment completed. Your link is ready.',
  pending: 'Your payment is being processed.',
  confirm: 'Your bank asks you to confirm this payment.',
  notConfirmed: 'The payment was not confirmed at your bank. You have not been charged.',
  cancelled: 'This payment is cancelled. You have not been charged.',
  notCancellable: 'This payment can no longer be cancelled.',
  confirmed: 'confirmed must be true or false.',
  declined: 'Your card was declined.',
  noFunds: 'Your card has insufficient funds.',
  expired: 'Your card has expired.',
  joinFirst: 'Join the webinar first.',
  refunding: 'Your payment is being refunded.',
  refunded: 'Your payment was refunded.',
  wholeAmount: 'The amount must be a whole number of the smallest currency unit.',
  amount: 'Joining this webinar costs {price}. You have not been charged.',
  productType: 'Only webinars can be paid for.',
  notWebinar: 'This post is not a webinar.',
  own: 'This is your own webinar.',
  begun: 'This webinar has already begun. You have not been charged.',
  alreadyPaid: 'You already joined this webinar.',
  token: 'Please enter your card again.',
  notFound: 'This payment does not exist.',
  unavailable: 'Payments are not available right now. You have not been charged.',
  notCompleted: 'The payment was not completed. You have not been charged.',
  lostSight:
    'The host’s account was closed before this payment finished. If you were charged, please ask the host or your ' +
    'bank for a refund.',
  tooManyTries: 'Too many cards were declined. Please try again later.',
  sandboxOnly: 'Only the listed test cards work here. Never enter a real card.',
  foreignEvent: 'This event is not from the payment provider.',
  expiry: 'Please enter a date in the future as MM/YY',
  cvc: 'Please enter 3 or 4 digits',
});
