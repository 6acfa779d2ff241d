import type { listPostLikes } from '@afterhours/contract/likes';
import type { LikeEntry } from '@afterhours/contract/people';
import { useCallback, useEffect, useState } from 'react';
import { userImage } from '#features/uploads/image-address.ts';
import { call } from '#lib/client.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import styles from './likes-dialog.module.css';

type LikesDialogProps = { postId: string; open: boolean; onClose: () => void };
type Likes = { entries: LikeEntry[]; cursor: string | null; status: 'loading' | 'ready' | 'failed'; message: string };

const unread: Likes = { entries: [], cursor: null, status: 'loading', message: '' };

function useLikes(postId: string, open: boolean) {
  const [likes, setLikes] = useState(unread);
  const read = useCallback(
    async (cursor: string | null) => {
      setLikes((held) => ({ ...(cursor ? held : unread), status: 'loading' }));
      const answer = await call<typeof listPostLikes>('GET', '/post/likes/:post_id', {
        params: { post_id: postId },
        query: { limit: '20', ...(cursor ? { cursor } : {}) },
      });
      setLikes((held) =>
        answer.ok
          ? { entries: [...held.entries, ...answer.body], cursor: answer.nextCursor, status: 'ready', message: '' }
          : { ...held, status: 'failed', message: answer.message },
      );
    },
    [postId],
  );
  useEffect(() => {
    if (open) void read(null);
  }, [open, read]);
  return { ...likes, read };
}

/** Everybody who likes a post, newest first. */
export function LikesDialog({ postId, open, onClose }: LikesDialogProps) {
  const { entries, cursor, status, message, read } = useLikes(postId, open);
  return (
    <Dialog open={open} onClose={onClose} title="Post like user list" size="small">
      <ul className={styles.people}>
        {entries.map(({ likeuser }) => (
          <li key={likeuser._id} className={styles.person}>
            <Avatar name={likeuser.firstName} src={userImage(likeuser.image, 44)} />
            <TextLink bare to={`/results/view-profile/${likeuser._id}`} onClick={onClose}>
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
      {status === 'failed' && <ErrorState message={message} onRetry={() => void read(cursor)} />}
      {status === 'ready' && entries.length === 0 && <p>Nobody likes this any more.</p>}
      {status === 'ready' && cursor && (
        <Button wide onClick={() => void read(cursor)}>
          See more
        </Button>
      )}
    </Dialog>
  );
}
