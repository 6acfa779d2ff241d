import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { PostType } from '@afterhours/contract/posts/posts';
import { HashtagSheet } from '#features/hashtags/components/hashtag-sheet.tsx';
import { toggleTag } from '#features/hashtags/hashtag-filter.ts';
import { PopularSheet } from '#features/sidebar/components/popular-posts.tsx';
import { t } from '#lib/text/translate.ts';
import { ToggleChip } from '#ui/chips/toggle-chip.tsx';
import styles from './feed-filter.module.css';

const texts = defineMessages('feed.filter', {
  all: 'All',
  posts: 'Posts',
  jobs: 'Jobs',
  webinars: 'Webinars',
  byTag: 'Filter by #{tag}',
});

export const feedTypes = [
  ['', texts.all],
  ['general', texts.posts],
  ['job', texts.jobs],
  ['webinar', texts.webinars],
] as const satisfies readonly (readonly [PostType | '', MessageDescriptor])[];

type TypeFilterProps = {
  /** '' stands for all types. */
  type: PostType | '';
  onType: (type: PostType | '') => void;
  tags: readonly string[];
  /** Called with the new comma-separated list of hashtags. */
  onTags: (list: string) => void;
};

/** Filters the feed as stored in the address: by type, and on narrow screens with the panels of the side columns. */
export function FeedFilter({ type: chosen, onType, tags, onTags }: TypeFilterProps) {
  return (
    <div className={styles.filter}>
      {feedTypes.map(([type, label]) => (
        <button
          key={type}
          type="button"
          aria-pressed={chosen === type}
          className={styles.type}
          onClick={() => onType(type)}
        >
          {t(label)}
        </button>
      ))}
      <span className={styles.sheets}>
        <HashtagSheet chosen={tags} onChange={onTags} />
        <PopularSheet />
      </span>
    </div>
  );
}

/** The active hashtag filters, each of which can be removed. */
export function ChosenTags({ tags, onTags }: Pick<TypeFilterProps, 'tags' | 'onTags'>) {
  if (tags.length === 0) return null;
  return (
    <div className={styles.tags}>
      {tags.map((tag) => (
        <ToggleChip key={tag} pressed onClick={() => onTags(toggleTag(tags, tag))} aria-label={t(texts.byTag, { tag })}>
          <bdi>#{tag}</bdi>
        </ToggleChip>
      ))}
    </div>
  );
}
