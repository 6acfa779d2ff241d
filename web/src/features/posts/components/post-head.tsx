import { defineMessages } from '@afterhours/contract/base/message';
import { Link } from 'react-router';
import { selectPerson } from '#entities/people/user-slice.ts';
import type { StoredPost } from '#entities/posts/entities.ts';
import { userImage } from '#lib/image-address.ts';
import { useAppSelector } from '#lib/store.ts';
import { previewText } from '#lib/text/rich-text.ts';
import { t } from '#lib/text/translate.ts';
import { Chip } from '#ui/buttons/chip.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Time } from '#ui/text/time.tsx';
import { typeTexts } from '../post-texts.ts';
import styles from './post-head.module.css';
import { PostMenu } from './post-menu.tsx';

const texts = defineMessages('posts.head', {
  member: 'Member',
});

const INTRO_PREVIEW = 40;

/** The id of the heading that names a post. */
export const headingOf = (postId: string): string => `${postId}-author`;

/** Who wrote it, when, and of which kind it is. */
export function PostHead({ post }: { post: StoredPost }) {
  const author = useAppSelector((state) => selectPerson(state, post.user_id));
  const profile = `/results/view-profile/${post.user_id}`;
  const name = author ? `${author.firstName} ${author.lastName}` : t(texts.member);
  const intro = author?.intro_details ?? author?.profession;
  return (
    <header className={styles.head}>
      <Link to={profile} tabIndex={-1} aria-hidden="true" className={styles.face}>
        <Avatar name={author?.firstName ?? ''} src={userImage(author?.image, 44)} />
      </Link>
      <div className={styles.who}>
        <h2 id={headingOf(post._id)} className={styles.name}>
          <TextLink bare dir="auto" to={profile}>
            {name}
          </TextLink>
        </h2>
        <p className={styles.meta}>
          {intro && <bdi>{previewText(intro, INTRO_PREVIEW)}</bdi>}
          <TextLink bare to={`/activities#${post._id}`} state={{ post: { _id: post._id } }}>
            <Time value={post.createdAt} />
          </TextLink>
        </p>
      </div>
      <Chip tone={post.postType}>{t(typeTexts[post.postType])}</Chip>
      <PostMenu post={post} />
    </header>
  );
}
