import Ellipsis from 'lucide-react/icons/ellipsis';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { selectPerson } from '#features/people/user-slice.ts';
import { userImage } from '#features/uploads/image-address.ts';
import { previewText } from '#lib/rich-text.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { Time } from '#ui/time.tsx';
import type { StoredPost } from '../entities.ts';
import { deleteOwnPost } from '../post-commands.ts';
import styles from './post-head.module.css';

const INTRO_PREVIEW = 40;
const typeLabels = { general: 'Post', job: 'Job', webinar: 'Webinar' } as const;

/** What the viewer may do with the post as a whole; nothing is drawn for those who may do nothing. */
function PostMenu({ post }: { post: StoredPost }) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  if (!post.viewerCan.delete) return null;
  return (
    <>
      <Menu
        label="Post menu"
        items={[{ label: 'Delete post', icon: Trash2, danger: true, onSelect: () => setAsking(true) }]}
        renderTrigger={(props) => <IconButton {...props} icon={Ellipsis} label="Post menu" />}
      />
      <ConfirmDialog
        open={asking}
        title="Delete this post?"
        confirmLabel="Delete"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void dispatch(deleteOwnPost(post._id));
        }}
      >
        It goes with its comments, likes and pictures. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

/** Who wrote it, when, and of which kind it is. */
export function PostHead({ post }: { post: StoredPost }) {
  const author = useAppSelector((state) => selectPerson(state, post.user_id));
  const profile = `/results/view-profile/${post.user_id}`;
  const name = author ? `${author.firstName} ${author.lastName}` : 'Member';
  const intro = author?.intro_details ?? author?.profession;
  return (
    <header className={styles.head}>
      <Avatar name={author?.firstName ?? ''} src={userImage(author?.image, 44)} />
      <div className={styles.who}>
        <TextLink bare to={profile} className={styles.name}>
          {name}
        </TextLink>
        <p className={styles.meta}>
          {intro && <span className={styles.intro}>{previewText(intro, INTRO_PREVIEW)}</span>}
          <TextLink bare to={`/activities#${post._id}`} state={{ post: { _id: post._id } }}>
            <Time value={post.createdAt} />
          </TextLink>
        </p>
      </div>
      <Chip tone={post.postType}>{typeLabels[post.postType]}</Chip>
      <PostMenu post={post} />
    </header>
  );
}
