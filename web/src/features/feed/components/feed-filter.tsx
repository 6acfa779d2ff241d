import { defineMessages, type Message } from '@afterhours/contract/base/message';
import type { PostType } from '@afterhours/contract/posts';
import { HashtagSheet } from '#features/hashtags/components/hashtag-sheet.tsx';
import { toggleTag } from '#features/hashtags/hashtag-filter.ts';
import { PopularSheet } from '#features/side/components/popular-posts.tsx';
import { t } from '#lib/text/translate.ts';
import { ToggleChip } from '#ui/buttons/toggle-chip.tsx';
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
] as const satisfies readonly (readonly [PostType | '', Message])[];

type FeedFilterProps = {
  /** '' is every type. */
  type: PostType | '';
  onType: (type: PostType | '') => void;
  tags: readonly string[];
  /** Given the new comma list of hashtags. */
  onTags: (list: string) => void;
};

/** Which posts are shown: by type and by hashtags, as the address holds them. */
export function FeedFilter({ type: chosen, onType, tags, onTags }: FeedFilterProps) {
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
      <HashtagSheet chosen={tags} onChange={onTags} className={styles.sheet} />
      <PopularSheet className={styles.sheet} />
      {tags.map((tag) => (
        <ToggleChip key={tag} pressed onClick={() => onTags(toggleTag(tags, tag))} aria-label={t(texts.byTag, { tag })}>
          <bdi>#{tag}</bdi>
        </ToggleChip>
      ))}
    </div>
  );
}
