import type { ReactNode } from 'react';
import { PostList } from '#features/feed/components/post-list.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';

type MemberPostsProps = {
  /** Whose; mine when left out. */
  userId?: string;
  /** A post shown first, wherever it stands in the list. */
  first?: string;
  /** Between that post and the others. */
  rest?: ReactNode;
};

/** One member's posts, newest first. */
export function MemberPosts({ userId, first, rest }: MemberPostsProps) {
  return (
    <PostList
      list="userPosts"
      query={userId ? { userId } : {}}
      first={first}
      rest={rest}
      empty={{
        text: userId ? 'This member has not posted anything yet.' : 'Your posts will appear here.',
        action: userId ? undefined : (
          <ButtonLink to="/home" state={{ compose: true }} variant="primary">
            Write a post
          </ButtonLink>
        ),
      }}
    />
  );
}
