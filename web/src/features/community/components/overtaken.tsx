import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';

const texts = defineMessages('community.overtaken', {
  kept: 'Somebody else has saved in the meantime. Your changes are still here, and not saved yet.',
  contested: 'Somebody else has changed this, too. Saving keeps yours; “Discard changes” shows theirs.',
});

/** Returns the notes at fields that somebody else has changed, too. */
export const notesAt = (contested: readonly string[] | null) =>
  Object.fromEntries((contested ?? []).map((name) => [name, t(texts.contested)]));

/** Says that somebody else has saved since the changes in the form were made. */
export function Overtaken() {
  return <Banner tone="lamp">{t(texts.kept)}</Banner>;
}
