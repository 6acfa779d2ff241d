import { defineMessages } from '@afterhours/contract/base/message';
import { showError } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { loadCalendarFile } from './payment-commands.ts';

const texts = defineMessages('payments.calendar', {
  failed: 'The calendar file could not be loaded. Please try again.',
});

/** Downloads a webinar's calendar file. */
export async function saveCalendarFile(postId: string): Promise<void> {
  const file = await loadCalendarFile(postId);
  if (!file) return showError(t(texts.failed));
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = 'webinar.ics';
  link.click();
  URL.revokeObjectURL(address);
}
