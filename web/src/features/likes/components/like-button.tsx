import { defineMessages } from '@afterhours/contract/base/message';
import Heart from 'lucide-react/icons/heart';
import { t } from '#lib/text/translate.ts';
import { Icon } from '#ui/text/icon.tsx';

const texts = defineMessages('likes', {
  like: 'Like',
});

type LikeButtonProps = { liked: boolean; onToggle: () => void; className?: string | undefined };

/** Likes and unlikes. The label stays the same; screen readers announce the state. */
export function LikeButton({ liked, onToggle, className }: LikeButtonProps) {
  return (
    <button type="button" data-like aria-pressed={liked} className={className} onClick={onToggle}>
      <Icon icon={Heart} filled={liked} />
      {t(texts.like)}
    </button>
  );
}
