import { PostList } from '#features/feed/components/post-list.tsx';
import { ButtonLink } from '#ui/button-link.tsx';

type MemberPostsProps = {
  /** Whose; mine when left out. */
  userId?: string;
  /** A post shown first, wherever it stands in the list. */
  first?: string;
};

/** One member's posts, newest first. */
export function MemberPosts({ userId, first }: MemberPostsProps) {
  return (
    <PostList
      list="userPosts"
      query={userId ? { userId } : {}}
      first={first}
      empty={{
        text: userId ? 'What this member posts stands here.' : 'What you post stands here.',
        action: userId ? undefined : (
          <ButtonLink to="/home" state={{ compose: true }} variant="primary">
            Write a post
          </ButtonLink>
        ),
      }}
    />
  );
}
