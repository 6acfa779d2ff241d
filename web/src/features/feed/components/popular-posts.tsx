import { useEffect } from 'react';
import { Link } from 'react-router';
import { PanelSkeleton } from '#features/people/components/panel-skeleton.tsx';
import { selectPerson } from '#features/people/user-slice.ts';
import { selectPost, selectPostList } from '#features/posts/posts-slice.ts';
import { userImage } from '#features/uploads/image-address.ts';
import { previewText } from '#lib/rich-text.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Accordion } from '#ui/accordion.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { loadPopularPosts } from '../popular-commands.ts';
import styles from './popular-posts.module.css';

const PREVIEW = 15;

function PopularPost({ id }: { id: string }) {
  const post = useAppSelector((state) => selectPost(state, id));
  const poster = useAppSelector((state) => post && selectPerson(state, post.user_id));
  if (!post) return null;
  return (
    <li>
      <Link to={`/activities#${id}`} state={{ post: { _id: id } }} className={styles.post}>
        <Avatar name={poster?.firstName ?? ''} src={userImage(poster?.image, 44)} />
        <span className={styles.text}>
          <span className={styles.preview}>
            <bdi>{previewText(post.description, PREVIEW)}</bdi>
          </span>
          <span>
            <bdi>{poster?.firstName}</bdi>
          </span>
        </span>
      </Link>
    </li>
  );
}

/** What is talked about most today. Read when it is shown; when that fails there is nothing to see. */
export function PopularPosts({ waiting = false }: { waiting?: boolean }) {
  const dispatch = useAppDispatch();
  const { ids, status } = useAppSelector((state) => selectPostList(state, 'popularPosts'));
  useEffect(() => void dispatch(loadPopularPosts()), [dispatch]);
  if (waiting || status === 'idle') return <PanelSkeleton />;
  if (status === 'failed' && ids.length === 0) return null;
  const content =
    ids.length > 0 ? (
      <ol className={styles.list}>
        {ids.map((id) => (
          <PopularPost key={id} id={id} />
        ))}
      </ol>
    ) : (
      <p className={styles.quiet}>Nothing was posted since yesterday.</p>
    );
  return (
    <Card padded={false} className={styles.panel}>
      <Accordion
        level={2}
        items={[{ title: 'Popular Posts', subtitle: 'Over the past 24 hours', content, open: true }]}
      />
    </Card>
  );
}
