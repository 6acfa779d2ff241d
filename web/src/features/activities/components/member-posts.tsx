import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { PostList } from '#features/feed/components/post-list.tsx';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { noPostsTexts } from '../activities-texts.ts';

const texts = defineMessages('activities.posts', {
  write: 'Write a post',
});

type MemberPostsProps = {
  /** The member whose posts are shown; the viewer by default. */
  userId?: string;
  /** A post that is shown first, wherever it is in the list. */
  first?: string;
  /** Rendered below that post; `others` says whether more posts follow. */
  renderBelow?: ((others: boolean) => ReactNode) | undefined;
  /** Rendered above the posts, if there are any. */
  heading?: ReactNode;
  /** True where the page already shows an empty state: a second one would say nothing new. */
  hideIfEmpty?: boolean;
};

/** A member's posts, newest first. */
export function MemberPosts({ userId, first, renderBelow, heading, hideIfEmpty = false }: MemberPostsProps) {
  const empty = {
    text: t(userId ? noPostsTexts.member : noPostsTexts.own),
    action: userId ? undefined : (
      <ButtonLink to="/home" state={{ compose: true }} variant="primary">
        {t(texts.write)}
      </ButtonLink>
    ),
  };
  return (
    <PostList
      list="userPosts"
      query={userId ? { userId } : {}}
      first={first}
      renderBelow={renderBelow}
      renderAbove={(_id, before) => before === undefined && heading}
      empty={hideIfEmpty ? null : empty}
    />
  );
}
