import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { RefundPolicy } from '@afterhours/contract/constants/webinars';

const texts = defineMessages('webinars.refund', {
  day: 'Full refund until 24 hours before the start',
  week: 'Full refund until 7 days before the start',
  none: 'No refund',
});

/** The refund policies as payers read them. */
export const refundTexts: Record<RefundPolicy, MessageDescriptor> = {
  full_until_24h: texts.day,
  full_until_7d: texts.week,
  none: texts.none,
};
