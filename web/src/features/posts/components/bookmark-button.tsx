import { defineMessages } from '@afterhours/contract/base/message';
import Bookmark from 'lucide-react/icons/bookmark';
import { setBookmarked } from '#entities/posts/bookmark-commands.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Icon } from '#ui/text/icon.tsx';

const texts = defineMessages('posts.bookmark', {
  bookmark: 'Bookmark',
});

type BookmarkButtonProps = { postId: string; bookmarked: boolean; className?: string | undefined };

/** Bookmarks a post or removes the bookmark. The label stays the same; screen readers announce the state. */
export function BookmarkButton({ postId, bookmarked, className }: BookmarkButtonProps) {
  const dispatch = useAppDispatch();
  return (
    <button
      type="button"
      aria-pressed={bookmarked}
      aria-label={t(texts.bookmark)}
      data-control="bookmark"
      className={className}
      onClick={() => void dispatch(setBookmarked(postId, !bookmarked))}
    >
      <Icon icon={Bookmark} filled={bookmarked} />
      <span>{t(texts.bookmark)}</span>
    </button>
  );
}
