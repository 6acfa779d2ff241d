import { defineMessages } from '@afterhours/contract/base/message';
import type { EvidencePicture } from '@afterhours/contract/moderation/staff-evidence';
import { useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Photo } from '#ui/media/photo.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import styles from './evidence.module.css';

const texts = defineMessages('moderation.pictures', {
  open: 'Open picture {number} of {count}',
  openDescribed: 'Open picture {number} of {count}: {alt}',
});

const PictureViewer = lazyPart(async () => (await import('#ui/media/picture-viewer.tsx')).PictureViewer);

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
  const [open, setOpen] = useState<number | null>(null);
  const [used, setUsed] = useState(false);
  if (pictures.length === 0) return null;
  const show = (at: number) => {
    setOpen(at);
    setUsed(true);
  };
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
      {used && (
        <PictureViewer
          open={open !== null}
          onClose={() => setOpen(null)}
          pictures={pictures.map((picture) => ({ id: picture.url, photo: toPhoto(picture), caption: picture.alt }))}
          at={open}
          onMove={setOpen}
        />
      )}
    </>
  );
}
