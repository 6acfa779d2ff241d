import { defineMessages } from '@afterhours/contract/base/message';
import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import { audienceIcons } from '#entities/posts/audience.ts';
import { t } from '#lib/text/translate.ts';
import { Icon } from '#ui/text/icon.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import styles from './post-head.module.css';

const texts = defineMessages('posts.audienceMark', {
  members: 'Only members see this',
  connections: 'Only connections see this',
});

/** The audience of a post, unless it is for everyone. */
export function AudienceMark({ visibility }: { visibility: PostVisibility }) {
  if (visibility === 'public') return null;
  return (
    <span className={styles.audience} title={t(texts[visibility])}>
      <Icon icon={audienceIcons[visibility]} size={16} />
      <VisuallyHidden>{t(texts[visibility])}</VisuallyHidden>
    </span>
  );
}
