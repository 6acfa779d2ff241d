import { defineMessages } from '@afterhours/contract/base/message';
import { isCovered, labelNames } from '@afterhours/contract/constants/labels';
import SquarePen from 'lucide-react/icons/square-pen';
import { useLayoutEffect } from 'react';
import { Link } from 'react-router';
import { selectPerson } from '#entities/people/user-slice.ts';
import { selectPost, selectPostList, selectPostsError } from '#entities/posts/posts-slice.ts';
import { loadPostPage } from '#features/feed/feed-commands.ts';
import { useReloadOnShow } from '#features/feed/use-reload-on-show.ts';
import { coveredWidth, postImage } from '#lib/image-address.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { noPostsTexts } from '../activities-texts.ts';
import styles from './profile-posts.module.css';

const texts = defineMessages('activities.profile', {
  failed: 'The posts could not be loaded.',
  posted: '{name} Posted this - {time}',
  edit: 'Edit posts',
  loading: 'Loading posts',
  title: 'Posts',
  all: 'See all',
});

const THUMBNAIL = 64;

/** The member's posts in the store, loaded when this panel is shown. */
function useProfilePosts(query: { userId?: string }) {
  const dispatch = useAppDispatch();
  const loaded = useAppSelector((state) => selectPostList(state, 'userPosts'));
  const error = useAppSelector(selectPostsError);
  const wanted = JSON.stringify(query);
  const current = loaded.query === wanted ? loaded : { ids: [], status: 'idle' as const };
  const isIdle = current.status === 'idle';
  useReloadOnShow('userPosts', query);
  // In a layout effect, so that a response that is already available is shown with the first paint.
  useLayoutEffect(() => {
    if (isIdle) void dispatch(loadPostPage('userPosts', JSON.parse(wanted) as typeof query, true));
  }, [dispatch, wanted, isIdle]);
  const retry = () => void dispatch(loadPostPage('userPosts', query, true));
  return { ids: current.ids, status: current.status, message: error ?? t(texts.failed), retry };
}

function Row({ id }: { id: string }) {
  const post = useAppSelector((state) => selectPost(state, id));
  const author = useAppSelector((state) => post && selectPerson(state, post.user_id));
  if (!post) return null;
  const covered = isCovered(post.label);
  const [image] = covered ? [] : post.attachments;
  return (
    <li>
      <Link to={`/activities#${id}`} state={{ post: { _id: id } }} className={styles.row}>
        {image && (
          <img
            {...postImage(image)}
            sizes={`${coveredWidth(image, { width: THUMBNAIL, height: THUMBNAIL })}px`}
            alt={image.alt}
            width={THUMBNAIL}
            height={THUMBNAIL}
            loading="lazy"
            decoding="async"
            className={styles.thumbnail}
          />
        )}
        <span className={styles.text}>
          <span className={styles.meta}>
            <Sentence
              text={texts.posted}
              values={{
                name: <bdi className={styles.name}>{author && fullName(author)}</bdi>,
                time: <Time value={post.createdAt} />,
              }}
            />
          </span>
          <span dir="auto" className={styles.description}>
            {covered ? t(labelNames.sensitive) : post.description}
          </span>
        </span>
      </Link>
    </li>
  );
}

type ProfilePostsProps = {
  /** The member whose posts are shown; by default the viewer, with a link to edit them. */
  userId?: string;
};

/** The section "Posts" of a profile: a compact list of the member's posts, each row linking to its post. */
export function ProfilePosts({ userId }: ProfilePostsProps) {
  const { ids, status, message, retry } = useProfilePosts(userId ? { userId } : {});
  const all = userId ? `/activities?userId=${userId}` : '/activities';
  const edit = !userId && (
    <Link
      to="/activities"
      aria-label={t(texts.edit)}
      title={t(texts.edit)}
      className={cx(buttonClass({ variant: 'quiet' }), styles.edit)}
    >
      <Icon icon={SquarePen} />
    </Link>
  );
  if (ids.length === 0 && (status === 'idle' || status === 'loading')) {
    return (
      <Card key="waiting">
        <LoadingNote>{t(texts.loading)}</LoadingNote>
        <Skeleton shape="heading" />
        <Skeleton shape="text" lines={5} />
      </Card>
    );
  }
  return (
    <Card key="loaded" title={t(texts.title)} action={edit}>
      {ids.length > 0 && (
        <ul className={styles.list}>
          {ids.map((id) => (
            <Row key={id} id={id} />
          ))}
        </ul>
      )}
      {status === 'ready' && ids.length === 0 && (
        <p className={styles.quiet}>{t(userId ? noPostsTexts.member : noPostsTexts.own)}</p>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      {ids.length > 0 && (
        <p className={styles.all}>
          <ButtonLink to={all} wide>
            {t(texts.all)}
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}
