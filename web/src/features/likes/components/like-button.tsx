import Heart from 'lucide-react/icons/heart';
import { Icon } from '#ui/text/icon.tsx';

type LikeButtonProps = { liked: boolean; onToggle: () => void; className?: string | undefined };

/** Likes and unlikes; the word stays, the state is announced. */
export function LikeButton({ liked, onToggle, className }: LikeButtonProps) {
  return (
    <button type="button" data-like aria-pressed={liked} className={className} onClick={onToggle}>
      <Icon icon={Heart} filled={liked} />
      Like
    </button>
  );
}
