import type { PostType } from '@afterhours/contract/posts';
import { useMemo, useRef, useState } from 'react';
import { selectPostsState } from '#entities/posts/posts-slice.ts';
import { createCardWindow } from '#features/feed/card-window.ts';
import { PostSlot } from '#features/feed/components/post-slot.tsx';
import { focusSlot } from '#features/feed/post-slots.ts';
import { usePostKeys } from '#features/feed/use-post-keys.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useAppSelector } from '#lib/store.ts';
import { ToggleChip } from '#ui/buttons/toggle-chip.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import type { Found } from '../use-found.ts';
import styles from './results.module.css';

/** As many as one page brings. */
const EAGER = 10;

const types = [
  ['general', 'Posts'],
  ['job', 'Jobs'],
  ['webinar', 'Webinars'],
] as const satisfies readonly (readonly [PostType, string])[];

type TypeFilterProps = { chosen: PostType | ''; onChange: (type: PostType | '') => void };

export function TypeFilter({ chosen, onChange }: TypeFilterProps) {
  return (
    <div className={styles.filter}>
      {types.map(([type, label]) => (
        <ToggleChip
          key={type}
          pressed={chosen === type}
          aria-label={`Only ${label.toLowerCase()}`}
          onClick={() => onChange(chosen === type ? '' : type)}
        >
          {label}
        </ToggleChip>
      ))}
    </div>
  );
}

/** The posts a search has found, more of them as the end comes into sight. */
export function FoundPosts({ ids, cursor, status, message, more }: Found) {
  const list = useRef<HTMLDivElement>(null);
  const [cards] = useState(createCardWindow);
  const posts = useAppSelector((state) => selectPostsState(state).post.entities);
  // One that was deleted or reported since is not there any more.
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
          <LoadingNote>Loading posts</LoadingNote>
          <PostSkeleton />
          {shown.length === 0 && <PostSkeleton />}
        </>
      )}
      <div ref={end} />
      {status === 'ready' && cursor === null && (
        <ListEnd>{shown.length > 0 ? 'That’s every post that matches.' : 'No posts match your search.'}</ListEnd>
      )}
    </div>
  );
}
