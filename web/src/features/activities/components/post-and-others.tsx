import type { Person } from '@afterhours/contract/people/people';
import FileX from 'lucide-react/icons/file-x';
import { type ReactNode, useEffect } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { linkedCommentRequested } from '#entities/comments/comments-slice.ts';
import { selectPerson } from '#entities/people/user-slice.ts';
import { FullPost } from '#entities/posts/full-post.ts';
import { selectIsDismissed, selectPost } from '#entities/posts/posts-slice.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { Sidebar, useHasSidebar } from '#features/sidebar/components/sidebar.tsx';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { activityTexts } from '../activities-texts.ts';
import { type Loaded, useFirstPost } from '../use-first-post.ts';
import styles from './author-card.module.css';
import { AuthorCard, useAuthorFacts } from './author-card.tsx';
import { MemberPosts } from './member-posts.tsx';

/**
 * Searches once for the comment that a notification is about. On Back, members return to their previous position
 * instead.
 */
function useComment(postId: string | undefined, id: string | undefined) {
  const dispatch = useAppDispatch();
  const how = useNavigationType();
  useEffect(() => {
    if (postId && id && how !== NavigationType.Pop) dispatch(linkedCommentRequested({ postId, id }));
  }, [dispatch, how, postId, id]);
}

/** Below a post: its author on pages without a side column, and the heading above the author's other posts. */
function MoreFrom({ author, others, card }: { author: Person; others: boolean; card: ReactNode }) {
  const side = useHasSidebar();
  if (side && !others) return null;
  return (
    <div data-plain className={styles.more}>
      {!side && card}
      {others && (
        <h2>
          <Sentence text={activityTexts.more} values={{ name: author.firstName }} />
        </h2>
      )}
    </div>
  );
}

/** The title: the post's author once known; on the page of the viewer's own posts, a link to the scheduled ones. */
function Heading({ author, isPost, own }: { author: Person | undefined; isPost: boolean; own: boolean }) {
  const without = t(isPost ? activityTexts.post : activityTexts.title);
  return (
    <>
      <PageTitle>{author ? t(activityTexts.postBy, { name: fullName(author) }) : without}</PageTitle>
      <h1>{author ? <Sentence text={activityTexts.postBy} values={{ name: fullName(author) }} /> : without}</h1>
      {own && (
        <p>
          <TextLink to="/scheduled">{t(activityTexts.scheduled)}</TextLink>
        </p>
      )}
    </>
  );
}

/** Shown in place of a post that is gone, or that could not be loaded and may be retried. */
function Missing({ loaded: { gone, message }, onRetry }: { loaded: Loaded; onRetry: () => void }) {
  if (!gone) return <ErrorState message={message} onRetry={onRetry} />;
  return (
    <div role="alert">
      <EmptyState icon={FileX} title={message} action={<ButtonLink to="/home">{t(activityTexts.toFeed)}</ButtonLink>} />
    </div>
  );
}

type PostAndOthersProps = {
  /** The post that the page is about. */
  first?: string | undefined;
  /** The comment to search for. */
  comment?: string | undefined;
  /** The member whose posts are shown, if not the author of `first`. */
  userId?: string | undefined;
};

/** A post with its author’s other posts below it; without a post, a member's posts (the viewer's by default). */
export function PostAndOthers({ first, comment, userId: wanted }: PostAndOthersProps) {
  const { loaded, retry } = useFirstPost(first);
  useComment(first, comment);
  const post = useAppSelector((root) => (first ? selectPost(root, first) : undefined));
  const author = useAppSelector((root) => post && selectPerson(root, post.user_id));
  const me = useAppSelector(selectOwnUser)?._id;
  const userId = wanted ?? post?.user_id ?? loaded?.authorId ?? me;
  const missing = first !== undefined && !post;
  const waiting = missing && !loaded;
  const side = useHasSidebar();
  const facts = useAuthorFacts(author?._id);
  const card = <AuthorCard id={author?._id} facts={facts} />;
  const hasAuthor = waiting || author !== undefined;
  const dismissed = useAppSelector((root) => first !== undefined && selectIsDismissed(root, first));
  const showsMissing = missing && loaded !== null && !dismissed && loaded.authorId !== me;
  return (
    <Columns
      left={<OwnCard />}
      right={
        <>
          {hasAuthor && side && card}
          {/* Not rendered until the height of the author card is known, which would push the panels down. */}
          {(!hasAuthor || facts !== undefined) && <Sidebar popular followers={false} />}
        </>
      }
    >
      <Heading author={author} isPost={missing} own={first === undefined && userId === me} />
      {showsMissing && <Missing loaded={loaded} onRetry={retry} />}
      {waiting && (
        <>
          <LoadingNote />
          <PostSkeleton />
        </>
      )}
      {!waiting && !(missing && loaded?.gone === false) && (
        <FullPost value={post?._id}>
          <MemberPosts
            userId={userId === me ? undefined : userId}
            first={post?._id}
            heading={showsMissing && userId === me && <h2>{t(activityTexts.yours)}</h2>}
            hideIfEmpty={showsMissing}
            renderBelow={author && ((others) => <MoreFrom author={author} others={others} card={card} />)}
          />
        </FullPost>
      )}
    </Columns>
  );
}
