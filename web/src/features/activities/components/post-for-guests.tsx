import { defineMessages } from '@afterhours/contract/base/message';
import { useLocation } from 'react-router';
import { selectPerson } from '#entities/people/user-slice.ts';
import type { StoredPost } from '#entities/posts/entities.ts';
import { FullPost } from '#entities/posts/full-post.ts';
import { selectPost } from '#entities/posts/posts-slice.ts';
import { accountTexts } from '#features/account/account-texts.ts';
import { findJoining } from '#features/account/joining.ts';
import type { LoginState } from '#features/account/pages/login-page.tsx';
import { PostCard } from '#features/posts/components/post-card.tsx';
import { siteName } from '#lib/browser/site.ts';
import { useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { StatePage } from '#ui/layout/state-page.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { activityTexts } from '../activities-texts.ts';
import { useFirstPost } from '../use-first-post.ts';
import { AuthorCard, useAuthorFacts } from './author-card.tsx';
import styles from './post-for-guests.module.css';

const texts = defineMessages('activities.guests', {
  notFound: 'Post not found',
  goneText: 'It was deleted or is for members only. Sign in to see posts for members.',
  home: 'Front page',
});

const titles = defineMessages('activities.guests.title', {
  reply: 'Reply to {name}',
  apply: 'Apply for this job',
  join: 'Join this webinar',
});
const reasons = defineMessages('activities.guests.why', {
  reply: 'Members of {app} can like and comment on posts, follow their authors and message each other.',
  apply: 'Members of {app} can apply for jobs, save them and message the people who post them.',
  join: 'Members of {app} can join webinars, follow their hosts and message each other.',
});

/** Returns what somebody most likely wants to do with a post. */
function findAction({ job, webinar }: StoredPost): keyof typeof titles {
  if (job?.state === 'open') return 'apply';
  return webinar?.state === 'upcoming' ? 'join' : 'reply';
}

/** Links to sign in and, if anybody may, to join, which return to the post. */
function JoinLinks({ post, name }: { post: StoredPost; name: string }) {
  const { pathname } = useLocation();
  const state: LoginState = { from: pathname };
  const { longLink, note } = findJoining();
  const action = findAction(post);
  return (
    <Card title={t(titles[action], { name })}>
      <p>{t(reasons[action], { app: siteName() })}</p>
      <p className={styles.ways}>
        {longLink && (
          <ButtonLink to="/Register" state={state} variant="primary">
            {t(longLink)}
          </ButtonLink>
        )}
        <ButtonLink to="/Login" state={state} variant={longLink ? 'secondary' : 'primary'}>
          {t(accountTexts.signIn)}
        </ButtonLink>
      </p>
      {note && <p className={styles.note}>{t(note)}</p>}
    </Card>
  );
}

/** Shown in place of a post that is deleted or not visible to guests. */
function NoPost() {
  const { pathname } = useLocation();
  const state: LoginState = { from: pathname };
  return (
    <StatePage>
      <PageTitle>{t(texts.notFound)}</PageTitle>
      <EmptyState
        heading
        title={t(activityTexts.gone)}
        action={
          <>
            <ButtonLink to="/Login" state={state} variant="primary">
              {t(accountTexts.signIn)}
            </ButtonLink>
            <ButtonLink to="/">{t(texts.home)}</ButtonLink>
          </>
        }
      >
        {t(texts.goneText)}
      </EmptyState>
    </StatePage>
  );
}

/** A post for guests: what they may see of it, its author, and links to sign in and join. */
export function PostForGuests({ id }: { id: string }) {
  const { loaded, retry } = useFirstPost(id);
  const post = useAppSelector((root) => selectPost(root, id));
  const author = useAppSelector((root) => post && selectPerson(root, post.user_id));
  const facts = useAuthorFacts(author?._id);
  const name = author && fullName(author);
  if (!post && loaded?.gone) return <NoPost />;
  return (
    <Columns wide right={author && <AuthorCard id={author._id} facts={facts} />}>
      <PageTitle>{name ? t(activityTexts.postBy, { name }) : t(activityTexts.post)}</PageTitle>
      <h1>{name ? <Sentence text={activityTexts.postBy} values={{ name }} /> : t(activityTexts.post)}</h1>
      {!post && loaded && <ErrorState message={loaded.message} onRetry={retry} />}
      {!post && !loaded && (
        <>
          <LoadingNote />
          <PostSkeleton />
        </>
      )}
      {post && (
        <FullPost value={id}>
          <PostCard id={id} priority />
        </FullPost>
      )}
      {post && author && <JoinLinks post={post} name={author.firstName} />}
    </Columns>
  );
}
