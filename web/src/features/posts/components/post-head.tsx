import { defineMessages } from '@afterhours/contract/base/message';
import { INTRO_PREVIEW, previewText } from '@afterhours/contract/posts/text-preview';
import { Link } from 'react-router';
import { profilePath } from '#entities/people/profile-path.ts';
import { selectPerson } from '#entities/people/user-slice.ts';
import type { StoredPost } from '#entities/posts/entities.ts';
import { userImage } from '#lib/image-address.ts';
import { useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Time } from '#ui/text/time.tsx';
import { AudienceMark } from './audience-mark.tsx';
import { EditedMark } from './edited-mark.tsx';
import styles from './post-head.module.css';
import { PostMenu } from './post-menu.tsx';

const texts = defineMessages('posts.head', {
  member: 'Member',
});

/** The id of the heading that names a post. */
export const headingOf = (postId: string): string => `${postId}-author`;

/** The author of a post and its time. */
export function PostHead({ post }: { post: StoredPost }) {
  const author = useAppSelector((state) => selectPerson(state, post.user_id));
  const profile = profilePath(author ?? { _id: post.user_id });
  const name = author ? fullName(author) : t(texts.member);
  const intro = author?.intro_details ?? author?.profession;
  return (
    <header className={styles.head}>
      <Link to={profile} tabIndex={-1} aria-hidden="true" className={styles.face}>
        <Avatar name={author?.firstName ?? ''} src={userImage(author?.image, 44)} />
      </Link>
      <div className={styles.who}>
        <div className={styles.line}>
          <h2 id={headingOf(post._id)} className={styles.name}>
            <TextLink bare dir="auto" to={profile}>
              {name}
            </TextLink>
          </h2>
          <TextLink bare to={`/activities#${post._id}`} state={{ post: { _id: post._id } }} className={styles.time}>
            <Time value={post.createdAt} />
          </TextLink>
          {post.editedAt && <EditedMark postId={post._id} editedAt={post.editedAt} />}
          <AudienceMark visibility={post.visibility} />
        </div>
        {intro && <bdi className={styles.intro}>{previewText(intro, INTRO_PREVIEW)}</bdi>}
      </div>
      <PostMenu post={post} />
    </header>
  );
}
