import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { defineMessages } from '@afterhours/contract/base/message';
import type { PostType } from '@afterhours/contract/posts/posts';
import { useMemo, useRef, useState } from 'react';
import { selectPostsState } from '#entities/posts/posts-slice.ts';
import { createCardWindow } from '#features/feed/card-window.ts';
import { PostSlot } from '#features/feed/components/post-slot.tsx';
import { focusSlot } from '#features/feed/post-slots.ts';
import { usePostKeys } from '#features/feed/use-post-keys.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ToggleChip } from '#ui/chips/toggle-chip.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import type { Found } from '../use-found.ts';
import styles from './results.module.css';

const texts = defineMessages('search.posts', {
  general: 'Posts',
  job: 'Jobs',
  webinar: 'Webinars',
  onlyGeneral: 'Only posts',
  onlyJob: 'Only jobs',
  onlyWebinar: 'Only webinars',
  loading: 'Loading posts',
  end: 'That’s every post that matches.',
  none: 'No posts match your search.',
});

/** As many cards as a page of the list holds are rendered at once. */
const EAGER = 10;

const types = [
  ['general', texts.general, texts.onlyGeneral],
  ['job', texts.job, texts.onlyJob],
  ['webinar', texts.webinar, texts.onlyWebinar],
] as const satisfies readonly (readonly [PostType, MessageDescriptor, MessageDescriptor])[];

/** Returns the type with that name; an empty string if there is none. */
export const findType = (name: string | null): PostType | '' => types.find(([type]) => type === name)?.[0] ?? '';

type TypeFilterProps = { chosen: PostType | ''; onChange: (type: PostType | '') => void };

export function TypeFilter({ chosen, onChange }: TypeFilterProps) {
  return (
    <div className={styles.filter}>
      {types.map(([type, label, only]) => (
        <ToggleChip
          key={type}
          pressed={chosen === type}
          aria-label={t(only)}
          onClick={() => onChange(chosen === type ? '' : type)}
        >
          {t(label)}
        </ToggleChip>
      ))}
    </div>
  );
}

/** The posts that match a search. More are loaded when the end comes into view. */
export function FoundPosts({ ids, cursor, status, message, more }: Found) {
  const list = useRef<HTMLDivElement>(null);
  const [cards] = useState(createCardWindow);
  const posts = useAppSelector((state) => selectPostsState(state).post.entities);
  // Leaves out posts that were deleted or reported since the search.
  const shown = useMemo(() => ids.filter((id) => posts[id]), [ids, posts]);
  usePostKeys(list);
  useRowFocus(list, shown, { focusRow: focusSlot });
  const end = useEndInSight(more, status === 'ready' && cursor);
  const loading = status === 'loading' || status === 'idle';
  return (
    <div ref={list} className={styles.posts} aria-busy={loading}>
      {shown.map((id, at) => (
        <PostSlot key={id} id={id} priority={at === 0} eager={at < EAGER} cards={cards} />
      ))}
      {status === 'failed' && <ErrorState message={message} onRetry={more} />}
      {loading && (
        <>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <PostSkeleton />
          {shown.length === 0 && <PostSkeleton />}
        </>
      )}
      <div ref={end} />
      {status === 'ready' && cursor === null && <ListEnd>{t(shown.length > 0 ? texts.end : texts.none)}</ListEnd>}
    </div>
  );
}
