import { defineMessages } from '@afterhours/contract/base/message';
import { parseUrl } from '@afterhours/contract/base/parse-url';
import type { GalleryPicture, ProfileLink } from '@afterhours/contract/profile/showcase';
import { Link } from 'react-router';
import { coveredWidth, postImage } from '#lib/image-address.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Photo } from '#ui/media/photo.tsx';
import { from } from '#ui/styles/breakpoints.ts';
import { Section } from '../components/section.tsx';
import type { OnEdit } from '../editing/editing.ts';
import styles from './showcase-section.module.css';
import { selectShowcase } from './showcase-slice.ts';

const texts = defineMessages('profile.showcase', {
  title: 'Things I make',
  empty: 'Pictures from your posts will appear here, beside links to your shop, portfolio or site.',
  add: 'Add a link',
  edit: 'Edit links',
  pictures: 'Pictures from posts',
  picture: 'Open the post with this picture',
  described: 'Open the post with this picture: {alt}',
});

/** The largest cells of the gallery, in CSS pixels. */
const CELL = {
  wide: { width: 220, height: 165 },
  first: { width: 444, height: 334 },
  narrow: { width: 200, height: 200 },
};

/** How many CSS pixels one pixel of a picture may cover before it looks blurred. */
const SHARP = 1.2;

/** Returns as many pictures as fill their rows: one row of a few, or a large one with four or eight beside it. */
function fillRows(pictures: readonly GalleryPicture[]) {
  if (pictures.length >= 9) return { shown: pictures.slice(0, 9), layout: styles.nine };
  if (pictures.length >= 5) return { shown: pictures.slice(0, 5), layout: styles.five };
  return { shown: pictures, layout: '' };
}

function Gallery({ pictures }: { pictures: readonly GalleryPicture[] }) {
  const { shown, layout } = fillRows(pictures);
  return (
    <ul aria-label={t(texts.pictures)} className={[styles.gallery, layout].join(' ')}>
      {shown.map((picture, place) => {
        const wide = coveredWidth(picture, layout && place === 0 ? CELL.first : CELL.wide);
        const narrow = coveredWidth(picture, CELL.narrow);
        return (
          <li key={picture._id}>
            <Link
              to={`/activities#${picture.post_id}`}
              state={{ post: { _id: picture.post_id } }}
              aria-label={picture.alt ? t(texts.described, { alt: picture.alt }) : t(texts.picture)}
              className={styles.picture}
              data-small={picture.width * SHARP < Math.max(wide, narrow) || undefined}
            >
              <Photo
                {...postImage(picture)}
                sizes={`${from.sheet} ${wide}px, ${narrow}px`}
                alt=""
                width={picture.width}
                height={picture.height}
                placeholder={picture.placeholder}
                className={styles.photo}
              />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

const hostOf = (url: string): string => (parseUrl(url)?.hostname ?? '').replace(/^www\./, '');

function Links({ links }: { links: readonly ProfileLink[] }) {
  return (
    <ul className={styles.links}>
      {links.map(({ label, url }) => (
        <li key={`${label} ${url}`}>
          <a href={url} target="_blank" rel="noopener nofollow ugc" className={styles.link}>
            <bdi className={styles.label}>{label}</bdi> <bdi className={styles.host}>{hostOf(url)}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A gallery of the pictures of a member's posts, and their links. Hidden from others while it is empty. */
export function ShowcaseSection({ userId, onEdit }: { userId: string; onEdit: OnEdit | undefined }) {
  const showcase = useAppSelector((state) => selectShowcase(state, userId));
  if (!showcase) return null;
  const { links, pictures } = showcase;
  const nothing = links.length === 0 && pictures.length === 0;
  if (nothing && !onEdit) return null;
  const edit = onEdit && (() => onEdit({ editor: 'links' }));
  const label = t(links.length > 0 ? texts.edit : texts.add);
  return (
    <Section
      name="links"
      title={t(texts.title)}
      action={edit && { kind: links.length > 0 ? 'edit' : 'add', label, onPress: edit }}
      empty={nothing ? { text: t(texts.empty), action: t(texts.add) } : undefined}
    >
      {pictures.length > 0 && <Gallery pictures={pictures} />}
      {links.length > 0 && <Links links={links} />}
    </Section>
  );
}
