import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { hasTag, parseTags, toggleTag } from '#features/hashtags/hashtag-filter.ts';
import { selectHashtagState } from '#features/hashtags/hashtag-slice.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ToggleChip } from '#ui/chips/toggle-chip.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { cx } from '#ui/text/cx.ts';
import { StepButtons } from './step-buttons.tsx';
import styles from './steps.module.css';

const texts = defineMessages('newcomers.tags', {
  none: 'There are no hashtags yet. Yours will be the first.',
  label: 'Hashtags',
});

const OFFERED = 18;
const MOST = 3;

type TagsStepProps = { tags: readonly string[]; onTags: (tags: string[]) => void; onNext: () => void };

/** Chooses up to three hashtags, which filter the first feed. */
export function TagsStep({ tags, onTags, onNext }: TagsStepProps) {
  const { hashTags, status } = useAppSelector(selectHashtagState);
  const isFull = tags.length >= MOST;
  // Decided once: a card that has reserved the space keeps it, so that nothing moves when few hashtags arrive.
  const [isShort] = useState(() => status === 'ready' && hashTags.length < OFFERED);
  return (
    <div className={styles.step}>
      {status === 'loading' && <LoadingNote />}
      {status !== 'loading' && status !== 'idle' && hashTags.length === 0 && <p>{t(texts.none)}</p>}
      <div role="group" aria-label={t(texts.label)} className={cx(styles.tags, isShort && styles.short)}>
        {hashTags.slice(0, OFFERED).map(({ _id, title }) => {
          const isChosen = hasTag(tags, title);
          return (
            <ToggleChip
              key={_id}
              pressed={isChosen}
              aria-disabled={(isFull && !isChosen) || undefined}
              onClick={() => (isChosen || !isFull) && onTags(parseTags(toggleTag(tags, title)))}
            >
              <bdi>#{title}</bdi>
            </ToggleChip>
          );
        })}
      </div>
      <StepButtons onNext={onNext} isDone={tags.length > 0} />
    </div>
  );
}
