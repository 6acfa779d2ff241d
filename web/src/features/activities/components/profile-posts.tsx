import SquarePen from 'lucide-react/icons/square-pen';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { selectPerson } from '#entities/people/user-slice.ts';
import { selectPost, selectPostList, selectPostsError } from '#entities/posts/posts-slice.ts';
import { loadPostPage } from '#features/feed/feed-commands.ts';
import { useReadAnew } from '#features/feed/use-read-anew.ts';
import { coveredWidth, postImage } from '#lib/image-address.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import { Time } from '#ui/text/time.tsx';
import styles from './profile-posts.module.css';

const THUMBNAIL = 64;

/** The member's posts in the store, read for this panel when it is shown. */
function useProfilePosts(query: { userId?: string }) {
  const dispatch = useAppDispatch();
  const held = useAppSelector((state) => selectPostList(state, 'userPosts'));
  const error = useAppSelector(selectPostsError);
  const asked = JSON.stringify(query);
  const current = held.query === asked ? held : { ids: [], status: 'idle' as const };
  const unread = current.status === 'idle';
  useReadAnew('userPosts', query);
  useEffect(() => {
    if (unread) void dispatch(loadPostPage('userPosts', JSON.parse(asked) as typeof query, true));
  }, [dispatch, asked, unread]);
  const retry = () => void dispatch(loadPostPage('userPosts', query, true));
  return { ids: current.ids, status: current.status, message: error ?? 'The posts could not be loaded.', retry };
}

function Row({ id }: { id: string }) {
  const post = useAppSelector((state) => selectPost(state, id));
  const author = useAppSelector((state) => post && selectPerson(state, post.user_id));
  if (!post) return null;
  const [image] = post.attachments;
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
            <bdi className={styles.name}>
              {author?.firstName} {author?.lastName}
            </bdi>{' '}
            Posted this - <Time value={post.createdAt} />
          </span>
          <span dir="auto" className={styles.description}>
            {post.description}
          </span>
        </span>
      </Link>
    </li>
  );
}

type ProfilePostsProps = {
  /** Whose; mine, with the way to edit them, when left out. */
  userId?: string;
  /** What stands above is still being read: both appear together, so that neither moves. */
  waiting?: boolean;
};

/** The section "Posts" of a profile: a calm list of what the member has posted, each row leading to the post. */
export function ProfilePosts({ userId, waiting = false }: ProfilePostsProps) {
  const { ids, status, message, retry } = useProfilePosts(userId ? { userId } : {});
  const all = userId ? `/activities?userId=${userId}` : '/activities';
  const edit = !userId && (
    <Link
      to="/activities"
      aria-label="Edit posts"
      title="Edit posts"
      className={cx(buttonClass({ variant: 'quiet' }), styles.edit)}
    >
      <Icon icon={SquarePen} />
    </Link>
  );
  if (waiting || (ids.length === 0 && (status === 'idle' || status === 'loading'))) {
    return (
      <Card key="waiting">
        <LoadingNote>Loading posts</LoadingNote>
        <Skeleton shape="heading" />
        <Skeleton shape="text" lines={5} />
      </Card>
    );
  }
  return (
    <Card key="read" title="Posts" action={edit}>
      {ids.length > 0 && (
        <ul className={styles.list}>
          {ids.map((id) => (
            <Row key={id} id={id} />
          ))}
        </ul>
      )}
      {status === 'ready' && ids.length === 0 && (
        <p className={styles.quiet}>
          {userId ? 'This member has not posted anything yet.' : 'Your posts will appear here.'}
        </p>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      {ids.length > 0 && (
        <p className={styles.all}>
          <ButtonLink to={all} wide>
            See all
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}
