import { defineMessages } from '@afterhours/contract/base/message';
import type { EvidencePicture } from '@afterhours/contract/moderation/staff-evidence';
import { t } from '#lib/text/translate.ts';
import { Photo } from '#ui/media/photo.tsx';
import { usePictureViewer } from '#ui/media/use-picture-viewer.tsx';
import styles from './evidence.module.css';

const texts = defineMessages('moderation.pictures', {
  open: 'Open picture {number} of {count}',
  openDescribed: 'Open picture {number} of {count}: {alt}',
});

const toPhoto = ({ url, width, height, placeholder, alt }: EvidencePicture) => ({
  src: url,
  width,
  height,
  alt,
  ...(placeholder ? { placeholder } : {}),
});

/** The accessible name of a picture's button. */
function nameOf({ alt }: EvidencePicture, at: number, count: number): string {
  const number = at + 1;
  return alt ? t(texts.openDescribed, { number, count, alt }) : t(texts.open, { number, count });
}

/** The pictures of a case with their descriptions; a click shows one in full size. */
export function EvidencePictures({ pictures }: { pictures: readonly EvidencePicture[] }) {
  const [show, viewer] = usePictureViewer(() =>
    pictures.map((picture) => ({ id: picture.url, photo: toPhoto(picture), caption: picture.alt })),
  );
  if (pictures.length === 0) return null;
  return (
    <>
      <ul className={styles.pictures}>
        {pictures.map((picture, at) => (
          <li key={picture.url}>
            <button
              type="button"
              className={styles.picture}
              aria-label={nameOf(picture, at, pictures.length)}
              onClick={() => show(at)}
            >
              <Photo {...toPhoto(picture)} className={styles.photo} />
            </button>
            {picture.alt && (
              <p dir="auto" className={styles.quiet}>
                {picture.alt}
              </p>
            )}
          </li>
        ))}
      </ul>
      {viewer}
    </>
  );
}
