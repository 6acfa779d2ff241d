import { defineMessages } from '@afterhours/contract/base/message';
import EyeOff from 'lucide-react/icons/eye-off';
import { t } from '#lib/text/translate.ts';
import { Icon } from '#ui/text/icon.tsx';
import styles from './held-note.module.css';

const texts = defineMessages('posts.held', {
  note: 'Only you can see this until a moderator has reviewed it. Rule: {rule}',
});

/** The note on a held post or comment, shown to its author. */
export function HeldNote({ rule }: { rule: string }) {
  return (
    <p className={styles.note}>
      <Icon icon={EyeOff} size={18} />
      <span dir="auto">{t(texts.note, { rule })}</span>
    </p>
  );
}
