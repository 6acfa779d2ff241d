import type { listPostLikes } from '@afterhours/contract/likes';
import type { LikeEntry } from '@afterhours/contract/people';
import { useCallback, useEffect, useState } from 'react';
import { type CallResult, call } from '#lib/api/client.ts';
import { userImage } from '#lib/image-address.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './likes-dialog.module.css';

type LikesDialogProps = { postId: string; open: boolean; onClose: () => void };
type Likes = { entries: LikeEntry[]; cursor: string | null; status: 'loading' | 'ready' | 'failed'; message: string };

const unread: Likes = { entries: [], cursor: null, status: 'loading', message: '' };

/** Who unliked and liked again between two pages stands once. */
function join(held: LikeEntry[], more: LikeEntry[]): LikeEntry[] {
  const known = new Set(held.map(({ likeuser }) => likeuser._id));
  return [...held, ...more.filter(({ likeuser }) => !known.has(likeuser._id))];
}

const readLikes = (postId: string, cursor: string | null) =>
  call<typeof listPostLikes>('GET', '/post/likes/:post_id', {
    params: { post_id: postId },
    query: { limit: '20', ...(cursor ? { cursor } : {}) },
  });

function useLikes(postId: string) {
  const [likes, setLikes] = useState(unread);
  const put = useCallback((answer: CallResult<typeof listPostLikes>) => {
    setLikes((held) =>
      answer.ok
        ? { entries: join(held.entries, answer.body), cursor: answer.nextCursor, status: 'ready', message: '' }
        : { ...held, status: 'failed', message: answer.message },
    );
  }, []);
  useEffect(() => {
    let left = false;
    void readLikes(postId, null).then((answer) => left || put(answer));
    return () => {
      left = true;
    };
  }, [postId, put]);
  const { cursor } = likes;
  const more = useCallback(() => {
    setLikes((held) => ({ ...held, status: 'loading' }));
    void readLikes(postId, cursor).then(put);
  }, [postId, cursor, put]);
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
            <TextLink bare dir="auto" to={`/results/view-profile/${likeuser._id}`} onClick={onClose}>
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
      {status === 'ready' && entries.length === 0 && <p>Nobody likes this any more.</p>}
      <div ref={end} />
    </>
  );
}

/** Everybody who likes a post, newest first; read anew each time it opens. */
export function LikesDialog({ postId, open, onClose }: LikesDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Post like user list" size="small">
      {open && <LikesList postId={postId} onClose={onClose} />}
    </Dialog>
  );
}
