import { defineMessages } from '@afterhours/contract/base/message';
import { closeReasonNames } from '@afterhours/contract/constants/jobs';
import type { Job } from '@afterhours/contract/jobs/jobs';
import { formatDate } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';

const texts = defineMessages('hiring.closed', {
  because: 'Closed on {day}: {reason}',
  on: 'Closed on {day}',
});

/** Says when a job was closed, and why; null for an open one. */
export function describeClosed({ state, closedAt, closeReason }: Job): string | null {
  if (state !== 'closed') return null;
  const day = formatDate(closedAt ?? '');
  return closeReason ? t(texts.because, { day, reason: t(closeReasonNames[closeReason]) }) : t(texts.on, { day });
}
