import { defineMessages } from '@afterhours/contract/base/message';
import type { StaffPerson } from '@afterhours/contract/moderation/staff-people';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';

const texts = defineMessages('moderation.sanction', {
  free: 'Member',
  waiting: 'Asks to join',
  banned: 'Banned',
  suspended: 'Suspended until {when}',
});

/** Returns in words what keeps a member out: a sanction or the wait for acceptance. */
export function stateText({ sanction, waiting }: Pick<StaffPerson, 'sanction' | 'waiting'>): string {
  if (sanction === null) return t(waiting ? texts.waiting : texts.free);
  return sanction.until === null ? t(texts.banned) : t(texts.suspended, { when: formatExact(sanction.until) });
}
