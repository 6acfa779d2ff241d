import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';

const texts = defineMessages('community.savedMeanwhile', {
  kept: 'Somebody else has saved in the meantime. Your changes are still here, and not saved yet.',
  changedByBoth: 'Somebody else has changed this, too. Saving keeps yours; “Discard changes” shows theirs.',
});

/** Returns the notes at fields that somebody else has changed, too. */
export const notesAt = (changedByBoth: readonly string[] | null) =>
  Object.fromEntries((changedByBoth ?? []).map((name) => [name, t(texts.changedByBoth)]));

/** Says that somebody else has saved since the changes in the form were made. */
export function SavedMeanwhile() {
  return <Banner tone="lamp">{t(texts.kept)}</Banner>;
}
