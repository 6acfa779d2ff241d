import { defineMessages } from '@afterhours/contract/base/message';
import { isCovered, labelNames } from '@afterhours/contract/constants/labels';
import { previewText } from '@afterhours/contract/posts/text-preview';
import TrendingUp from 'lucide-react/icons/trending-up';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { PanelSkeleton } from '#entities/people/panel-skeleton.tsx';
import { selectPerson } from '#entities/people/user-slice.ts';
import { selectPost, selectPostList } from '#entities/posts/posts-slice.ts';
import { userImage } from '#lib/image-address.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { Accordion } from '#ui/layout/accordion.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { loadPopularPosts } from '../popular-commands.ts';
import styles from './popular-posts.module.css';

const texts = defineMessages('sidebar.popular', {
  title: 'Popular Posts',
  subtitle: 'Over the past 24 hours',
  none: 'Nothing has been posted since yesterday.',
  loading: 'Loading popular posts',
  failed: 'The popular posts could not be loaded.',
});

const PREVIEW = 15;

function PopularPost({ id, onFollow }: { id: string; onFollow?: (() => void) | undefined }) {
  const post = useAppSelector((state) => selectPost(state, id));
  const poster = useAppSelector((state) => post && selectPerson(state, post.user_id));
  if (!post) return null;
  return (
    <li>
      <Link to={`/activities#${id}`} state={{ post: { _id: id } }} className={styles.post} onClick={onFollow}>
        <Avatar name={poster?.firstName ?? ''} src={userImage(poster?.image, 44)} />
        <span className={styles.text}>
          <span className={styles.preview}>
            <bdi>{isCovered(post.label) ? t(labelNames.sensitive) : previewText(post.description, PREVIEW)}</bdi>
          </span>
          <span>
            <bdi>{poster?.firstName}</bdi>
          </span>
        </span>
      </Link>
    </li>
  );
}

/** The most engaged posts of the past 24 hours. */
function PopularList({ onFollow }: { onFollow?: () => void }) {
  const { ids } = useAppSelector((state) => selectPostList(state, 'popularPosts'));
  if (ids.length === 0) return <p className={styles.quiet}>{t(texts.none)}</p>;
  return (
    <ol className={styles.list}>
      {ids.map((id) => (
        <PopularPost key={id} id={id} onFollow={onFollow} />
      ))}
    </ol>
  );
}

function usePopularStatus(shown = true) {
  const dispatch = useAppDispatch();
  const { ids, status } = useAppSelector((state) => selectPostList(state, 'popularPosts'));
  useEffect(() => {
    if (shown) void dispatch(loadPopularPosts());
  }, [dispatch, shown]);
  return { waiting: status === 'idle', failed: status === 'failed' && ids.length === 0 };
}

/** The most engaged posts of the past 24 hours, in the side column. If loading fails, nothing is shown. */
export function PopularPosts({ waiting = false }: { waiting?: boolean }) {
  const status = usePopularStatus();
  if (waiting || status.waiting) return <PanelSkeleton />;
  if (status.failed) return null;
  return (
    <Card padded={false}>
      <Accordion
        level={2}
        items={[{ title: t(texts.title), subtitle: t(texts.subtitle), content: <PopularList />, open: true }]}
      />
    </Card>
  );
}

/** The same posts behind a button, for layouts without a side column. */
export function PopularSheet() {
  const dispatch = useAppDispatch();
  const [open, setOpen] = useState(false);
  const status = usePopularStatus(open);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton icon={TrendingUp} label={t(texts.title)} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={close} title={t(texts.title)} description={t(texts.subtitle)} size="small">
        {status.waiting && <LoadingNote>{t(texts.loading)}</LoadingNote>}
        {status.failed && <ErrorState message={t(texts.failed)} onRetry={() => void dispatch(loadPopularPosts())} />}
        {!status.waiting && !status.failed && <PopularList onFollow={close} />}
      </Dialog>
    </>
  );
}
