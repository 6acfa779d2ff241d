/** The form that cancels the record of a payout: apart from the models of payments, which its page does not load. */
import * as z from 'zod/mini';
import { line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';

/** The maximum length of the reason, in characters. */
export const MAX_CANCEL_REASON = 300;

const messages = defineMessages('earnings.cancelPayout', { reason: 'Please say why the record was wrong.' });

export const cancelPayoutBody = z.object({
  reason: line({ max: MAX_CANCEL_REASON, required: issueText(messages.reason) }),
});
