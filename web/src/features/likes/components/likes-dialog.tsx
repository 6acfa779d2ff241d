import { defineMessages } from '@afterhours/contract/base/message';
import type { LikeEntry } from '@afterhours/contract/people/people';
import type { listPostLikes } from '@afterhours/contract/posts/likes';
import { useCallback, useEffect, useState } from 'react';
import { useGoneMembers } from '#entities/people/gone-members.ts';
import { profilePath } from '#entities/people/profile-path.ts';
import { type CallResult, call } from '#lib/api/client.ts';
import { userImage } from '#lib/image-address.ts';
import { appendPage } from '#lib/lists/append-page.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './likes-dialog.module.css';

const texts = defineMessages('likes.dialog', {
  title: 'Post like user list',
  none: 'Nobody likes this any more.',
});

type LikesDialogProps = { postId: string; open: boolean; onClose: () => void };
type Likes = { entries: LikeEntry[]; cursor: string | null; status: 'loading' | 'ready' | 'failed'; message: string };

const notLoaded: Likes = { entries: [], cursor: null, status: 'loading', message: '' };

const fetchLikes = (postId: string, cursor: string | null) =>
  call<typeof listPostLikes>('GET', '/post/likes/:post_id', {
    params: { post_id: postId },
    query: { limit: '20', ...(cursor ? { cursor } : {}) },
  });

function useLikes(postId: string) {
  const [likes, setLikes] = useState(notLoaded);
  const receive = useCallback((response: CallResult<typeof listPostLikes>) => {
    setLikes((likes) =>
      response.ok
        ? {
            entries: appendPage(likes.entries, response.body, ({ likeuser }) => likeuser._id),
            cursor: response.nextCursor,
            status: 'ready',
            message: '',
          }
        : { ...likes, status: 'failed', message: response.message },
    );
  }, []);
  useEffect(() => {
    let cancelled = false;
    void fetchLikes(postId, null).then((response) => cancelled || receive(response));
    return () => {
      cancelled = true;
    };
  }, [postId, receive]);
  useGoneMembers((userId) =>
    setLikes((likes) => ({ ...likes, entries: likes.entries.filter(({ likeuser }) => likeuser._id !== userId) })),
  );
  const { cursor } = likes;
  const more = useCallback(() => {
    setLikes((likes) => ({ ...likes, status: 'loading' }));
    void fetchLikes(postId, cursor).then(receive);
  }, [postId, cursor, receive]);
  return { ...likes, more };
}

function LikesList({ postId, onClose }: Omit<LikesDialogProps, 'open'>) {
  const { entries, cursor, status, message, more } = useLikes(postId);
  const end = useEndInSight(more, status === 'ready' && cursor);
  return (
    <>
      <ul className={styles.people}>
        {entries.map(({ likeuser }) => (
          <li key={likeuser._id} className={styles.person}>
            <Avatar name={likeuser.firstName} src={userImage(likeuser.image, 44)} />
            <TextLink bare dir="auto" to={profilePath(likeuser)} onClick={onClose}>
              {likeuser.firstName} {likeuser.lastName}
            </TextLink>
          </li>
        ))}
      </ul>
      {status === 'loading' && (
        <>
          <LoadingNote />
          <PersonSkeleton />
        </>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={more} />}
      {status === 'ready' && entries.length === 0 && <p>{t(texts.none)}</p>}
      <div ref={end} />
    </>
  );
}

/** Everyone who likes a post, newest first; reloaded each time the dialog opens. */
export function LikesDialog({ postId, open, onClose }: LikesDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t(texts.title)} size="small">
      {open && <LikesList postId={postId} onClose={onClose} />}
    </Dialog>
  );
}
