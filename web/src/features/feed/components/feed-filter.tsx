import { HashtagSheet } from '#features/hashtags/components/hashtag-sheet.tsx';
import { toggleTag } from '#features/hashtags/hashtag-filter.ts';
import { selectTypeFilter, typeFilterSet } from '#features/posts/posts-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { ToggleChip } from '#ui/toggle-chip.tsx';
import styles from './feed-filter.module.css';

const types = [
  ['', 'All'],
  ['general', 'Posts'],
  ['job', 'Jobs'],
  ['webinar', 'Webinars'],
] as const;

type FeedFilterProps = {
  tags: readonly string[];
  /** Given the new comma list of hashtags. */
  onTags: (list: string) => void;
};

/** Which posts are shown: by type, and by the hashtags in the address. */
export function FeedFilter({ tags, onTags }: FeedFilterProps) {
  const dispatch = useAppDispatch();
  const chosen = useAppSelector(selectTypeFilter);
  return (
    <div className={styles.filter}>
      {types.map(([type, label]) => (
        <button
          key={type}
          type="button"
          aria-pressed={chosen === type}
          className={styles.type}
          onClick={() => dispatch(typeFilterSet(type))}
        >
          {label}
        </button>
      ))}
      <HashtagSheet chosen={tags} onChange={onTags} className={styles.hashtags} />
      {tags.map((tag) => (
        <ToggleChip key={tag} pressed onClick={() => onTags(toggleTag(tags, tag))} aria-label={`Filter by #${tag}`}>
          <bdi>#{tag}</bdi>
        </ToggleChip>
      ))}
    </div>
  );
}
