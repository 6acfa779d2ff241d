import { defineMessages } from '@afterhours/contract/base/message';
import { type PostType, postTypes } from '@afterhours/contract/posts/posts';
import Briefcase from 'lucide-react/icons/briefcase-business';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Presentation from 'lucide-react/icons/presentation';
import { typeTexts } from '#features/posts/post-texts.ts';
import { t } from '#lib/text/translate.ts';
import { Icon, type IconShape } from '#ui/text/icon.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import type { PostFormValues } from '../drafts/post-draft.ts';
import styles from './type-tiles.module.css';

const texts = defineMessages('posts.tiles', {
  legend: 'Type',
  general: 'Share what you make',
  job: 'Find a pair of hands',
  webinar: 'Teach for an evening',
});

const icons: Record<PostType, IconShape> = { general: MessageSquareText, job: Briefcase, webinar: Presentation };

type TypeTilesProps = {
  value: PostFormValues['postType'];
  onChange: (type: PostType) => void;
  error: string | undefined;
};

/** The three types of a new post, side by side. */
export function TypeTiles({ value, onChange, error }: TypeTilesProps) {
  return (
    <fieldset className={styles.tiles}>
      <legend>
        <VisuallyHidden>{t(texts.legend)}</VisuallyHidden>
      </legend>
      {postTypes.map((type) => (
        <label key={type} className={styles.tile} data-type={type}>
          <input
            type="radio"
            name="postType"
            value={type}
            checked={value === type}
            aria-label={t(typeTexts[type])}
            aria-describedby={`tile-${type}`}
            onChange={() => onChange(type)}
          />
          <Icon icon={icons[type]} size={20} />
          <span aria-hidden="true" className={styles.word}>
            {t(typeTexts[type])}
          </span>
          <span id={`tile-${type}`} className={styles.hint}>
            {t(texts[type])}
          </span>
        </label>
      ))}
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}
