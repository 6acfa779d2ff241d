import type { LinkCard as Card } from '@afterhours/contract/posts/link-cards';
import { postImage } from '#lib/image-address.ts';
import { Photo } from '#ui/media/photo.tsx';
import { from } from '#ui/styles/breakpoints.ts';
import styles from './link-card.module.css';

/** Width in pixels from which a picture fills the card. */
const WIDE = 480;

type LinkCardProps = {
  card: Card;
  /** True if the card is shown beside other pictures. */
  small: boolean;
};

/** The link preview: what the linked page says about itself. */
export function LinkCard({ card: { url, title, description, site, image }, small }: LinkCardProps) {
  const wide = image !== null && !small && image.width >= WIDE && image.width > image.height;
  return (
    <a
      className={styles.card}
      data-wide={wide || undefined}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
    >
      {image && (
        <Photo
          {...postImage(image)}
          sizes={wide ? `${from.sheet} 560px, 100vw` : '200px'}
          width={image.width}
          height={image.height}
          placeholder={image.placeholder}
          alt=""
          className={styles.picture}
        />
      )}
      <span dir="auto" className={styles.text}>
        <span className={styles.site}>
          <bdi>{site}</bdi>
        </span>
        <strong className={styles.title}>{title}</strong>
        {description && (
          <span dir="auto" className={styles.about}>
            {description}
          </span>
        )}
      </span>
    </a>
  );
}
