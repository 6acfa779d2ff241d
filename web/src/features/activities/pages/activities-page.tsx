import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people';
import { postMessages } from '@afterhours/contract/posts';
import { type ReactNode, useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { commentSought } from '#entities/comments/comments-slice.ts';
import { selectPerson } from '#entities/people/user-slice.ts';
import { FullPost } from '#entities/posts/full-post.ts';
import { loadPost } from '#entities/posts/post-commands.ts';
import { selectDismissed, selectPost } from '#entities/posts/posts-slice.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { SidePanels, useSide } from '#features/side/components/side-panels.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { type AppThunk, useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import styles from '../components/author-card.module.css';
import { AuthorCard, useAuthorFacts } from '../components/author-card.tsx';
import { MemberPosts } from '../components/member-posts.tsx';

const texts = defineMessages('activities.page', {
  title: 'Activities',
  postBy: 'Post by {name}',
  more: 'More from {name}',
});

type ActivitiesState = { post?: { _id: string }; comment?: string } | null;

type Loaded = { authorId?: string; message: string; gone: boolean };

/** Whether a failed call may succeed later: the server was not reached, or could not answer. */
const mayPass = (status: number): boolean => status === 0 || status === 429 || status >= 500;

const askForPost =
  (id: string): AppThunk<Promise<Loaded>> =>
  async (dispatch) => {
    const answer = await dispatch(loadPost(id));
    if (!answer.ok) return { message: answer.message, gone: !mayPass(answer.status) };
    // A post that was loaded can still be deleted while the page is open.
    return { authorId: answer.body.user_id, message: t(postMessages.notFound), gone: true };
  };

/** Loads the post that a link, a notification or a profile names. `loaded` is null until the server has answered. */
function useFirstPost(id: string | undefined): { loaded: Loaded | null; retry: () => void } {
  const dispatch = useAppDispatch();
  const [answers, setAnswers] = useState<Record<string, Loaded | null>>({});
  const [keep] = useState(
    () => (wanted: string) => (loaded: Loaded | null) => setAnswers((all) => ({ ...all, [wanted]: loaded })),
  );
  useEffect(() => {
    if (id) void dispatch(askForPost(id)).then(keep(id));
  }, [dispatch, keep, id]);
  const retry = () => {
    if (!id) return;
    keep(id)(null);
    void dispatch(askForPost(id)).then(keep(id));
  };
  return { loaded: (id && answers[id]) || null, retry };
}

/** Looks once for the comment that a notification is about. With Back, members return to where they were. */
function useComment(postId: string | undefined, id: string | undefined) {
  const dispatch = useAppDispatch();
  const how = useNavigationType();
  useEffect(() => {
    if (postId && id && how !== NavigationType.Pop) dispatch(commentSought({ postId, id }));
  }, [dispatch, how, postId, id]);
}

const fullName = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`;

/** Below a post: its author where the page has no side, and the heading of their other posts. */
function MoreFrom({ author, others, card }: { author: Person; others: boolean; card: ReactNode }) {
  const side = useSide();
  if (side && !others) return null;
  return (
    <div data-plain className={styles.more}>
      {!side && card}
      {others && (
        <h2>
          <Sentence text={texts.more} values={{ name: author.firstName }} />
        </h2>
      )}
    </div>
  );
}

/**
 * One member's posts; a post given in the navigation state or the hash comes first, and its author's posts below it.
 */
export function ActivitiesPage() {
  const { state, hash } = useLocation() as { state: ActivitiesState; hash: string };
  const first = state?.post?._id ?? (hash.slice(1) || undefined);
  const { loaded, retry } = useFirstPost(first);
  useComment(first, state?.comment);
  const post = useAppSelector((root) => (first ? selectPost(root, first) : undefined));
  const author = useAppSelector((root) => post && selectPerson(root, post.user_id));
  const me = useAppSelector(selectOwnUser)?._id;
  const userId = useSearchParams()[0].get('userId') ?? post?.user_id ?? loaded?.authorId ?? me;
  const missing = first !== undefined && !post;
  const waiting = missing && !loaded;
  const side = useSide();
  const facts = useAuthorFacts(author?._id);
  const card = <AuthorCard id={author?._id} facts={facts} />;
  const hasAuthor = waiting || author !== undefined;
  const dismissed = useAppSelector((root) => first !== undefined && selectDismissed(root, first));
  return (
    <Columns
      left={<OwnCard />}
      right={
        <>
          {hasAuthor && side && card}
          {/* Not before the height of the card is known, which would push them down. */}
          {(!hasAuthor || facts !== undefined) && <SidePanels popular followers={false} />}
        </>
      }
    >
      <title>{pageTitle(author ? t(texts.postBy, { name: fullName(author) }) : t(texts.title))}</title>
      <h1>{author ? <Sentence text={texts.postBy} values={{ name: fullName(author) }} /> : t(texts.title)}</h1>
      {missing && loaded && !dismissed && loaded.authorId !== me && (
        <ErrorState message={loaded.message} {...(loaded.gone ? {} : { onRetry: retry })} />
      )}
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
            renderBelow={author && ((others) => <MoreFrom author={author} others={others} card={card} />)}
          />
        </FullPost>
      )}
    </Columns>
  );
}
