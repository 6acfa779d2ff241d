import { defineMessages } from '@afterhours/contract/base/message';
import type { listPostLikes } from '@afterhours/contract/posts/likes';
import { useGoneMembers } from '#entities/people/gone-members.ts';
import { profilePath } from '#entities/people/profile-path.ts';
import { call } from '#lib/api/client.ts';
import { userImage } from '#lib/image-address.ts';
import { pageQuery, usePages } from '#lib/lists/use-pages.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './likes-dialog.module.css';

const texts = defineMessages('likes.dialog', {
  title: 'Post like user list',
  none: 'Nobody likes this any more.',
});

type LikesDialogProps = { postId: string; open: boolean; onClose: () => void };

function LikesList({ postId, onClose }: Omit<LikesDialogProps, 'open'>) {
  const pages = usePages(
    (cursor) =>
      call<typeof listPostLikes>('GET', '/post/likes/:post_id', {
        params: { post_id: postId },
        query: pageQuery(cursor, 20),
      }),
    ({ likeuser }) => likeuser._id,
  );
  useGoneMembers(pages.remove);
  return (
    <>
      <ul className={styles.people}>
        {pages.items.map(({ likeuser }) => (
          <li key={likeuser._id} className={styles.person}>
            <Avatar name={likeuser.firstName} src={userImage(likeuser.image, 44)} />
            <TextLink bare dir="auto" to={profilePath(likeuser)} onClick={onClose}>
              {fullName(likeuser)}
            </TextLink>
          </li>
        ))}
      </ul>
      <ListFoot pages={pages} shape={<PersonSkeleton />} none={<p>{t(texts.none)}</p>} />
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
