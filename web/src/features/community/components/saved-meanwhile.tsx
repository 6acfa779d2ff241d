import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useRef, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';

const texts = defineMessages('community.savedMeanwhile', {
  kept: 'Somebody else has saved in the meantime. Your changes are still here, and not saved yet.',
  changedByBoth: 'Somebody else has changed this, too. Saving keeps yours; “Discard changes” shows theirs.',
});

export type Stale = {
  /** Whether a newer version was loaded because somebody else had saved first. */
  isStale: boolean;
  /** Loads the newer version. Its form begins with what was written for the earlier one. */
  onStale: () => Promise<void>;
};

export function useStale(refresh: () => Promise<void>): Stale {
  const [isStale, setStale] = useState(false);
  const onStale = async () => {
    await refresh();
    setStale(true);
  };
  return { isStale, onStale };
}

/** Returns the notes at fields that somebody else has changed, too. */
export const notesAt = (changedByBoth: readonly string[] | null) =>
  Object.fromEntries((changedByBoth ?? []).map((name) => [name, t(texts.changedByBoth)]));

/**
 * Says that somebody else has saved since the changes in the form were made. With `focused` it takes the focus, because
 * the button that had it belongs to the form of the earlier version.
 */
export function SavedMeanwhile({ focused }: { focused: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) place.current?.focus();
  }, [focused]);
  return (
    <div ref={place} tabIndex={-1}>
      <Banner tone="lamp">{t(texts.kept)}</Banner>
    </div>
  );
}
