import Hash from 'lucide-react/icons/hash';
import { useState } from 'react';
import { HashtagPanel, hashtagPanelTitle } from '#features/hashtags/components/hashtag-panel.tsx';
import { toggleTag } from '#features/hashtags/hashtag-filter.ts';
import { selectTypeFilter, typeFilterSet } from '#features/posts/posts-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
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

/** The panel of the side column, where there is no room for that column. */
function HashtagSheet({ tags, onTags }: FeedFilterProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="quiet" icon={Hash} className={styles.hashtags} onClick={() => setOpen(true)}>
        Hashtags
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={hashtagPanelTitle}
        size="small"
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show posts
          </Button>
        }
      >
        <HashtagPanel chosen={tags} onChange={onTags} />
      </Dialog>
    </>
  );
}

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
      <HashtagSheet tags={tags} onTags={onTags} />
      {tags.map((tag) => (
        <ToggleChip key={tag} pressed onClick={() => onTags(toggleTag(tags, tag))} aria-label={`Filter by #${tag}`}>
          #{tag}
        </ToggleChip>
      ))}
    </div>
  );
}
