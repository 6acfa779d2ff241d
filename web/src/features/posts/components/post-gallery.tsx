import { defineMessages } from '@afterhours/contract/base/message';
import type { Attachment } from '@afterhours/contract/posts';
import Maximize2 from 'lucide-react/icons/maximize-2';
import { useState } from 'react';
import { coveredWidth, postImage } from '#lib/image-address.ts';
import { t } from '#lib/text/translate.ts';
import { Photo } from '#ui/media/photo.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { from } from '#ui/styles/breakpoints.ts';
import { Icon } from '#ui/text/icon.tsx';
import styles from './post-gallery.module.css';

const texts = defineMessages('posts.gallery', {
  open: 'Open picture {number} of {count}',
  openDescribed: 'Open picture {number} of {count}: {alt}',
  andMore: '{picture}, +{hidden} more',
  whole: 'Whole picture',
});

const PictureViewer = lazyPart(async () => (await import('#ui/media/picture-viewer.tsx')).PictureViewer);

const SHOWN = 4;
/** CSS pixels: the gallery in a column of its full width, and the height at which one picture is cut. */
const GALLERY = 588;
const MAX_HEIGHT = 620;

type GalleryProps = { images: readonly Attachment[]; priority: boolean };

const toPicture = (image: Attachment) => ({
  id: image._id,
  photo: {
    ...postImage(image),
    sizes: '100vw',
    width: image.width,
    height: image.height,
    alt: image.alt,
    placeholder: image.placeholder,
  },
  caption: image.alt,
});

type Layout = 'one' | 'two' | 'wide' | 'tall' | 'four';

/**
 * Three pictures are laid out by the first of them: a landscape picture lies above the others, any other beside them.
 */
function layoutOf([first, ...others]: readonly Attachment[]): Layout {
  if (others.length !== 2) return (['one', 'two', 'two', 'four'] as const)[others.length] ?? 'four';
  return first && first.width > first.height ? 'wide' : 'tall';
}

const SIDE = GALLERY / 2;
const low = { width: SIDE, height: SIDE / 1.5 };
/** The cells as the stylesheet draws them: the first one, and the others. */
const cells: Record<Exclude<Layout, 'one'>, [first: typeof low, others: typeof low]> = {
  two: [
    { width: SIDE, height: SIDE },
    { width: SIDE, height: SIDE },
  ],
  wide: [{ width: GALLERY, height: SIDE }, low],
  tall: [{ width: SIDE, height: SIDE / 0.75 }, low],
  four: [low, low],
};

function sizesOf(image: Attachment, at: number, layout: Layout): string {
  const width = layout === 'one' ? GALLERY : coveredWidth(image, cells[layout][at === 0 ? 0 : 1]);
  return `${from.sheet} ${width}px, ${Math.ceil((100 * width) / GALLERY)}vw`;
}

const isCut = (image: Attachment): boolean => (GALLERY * image.height) / image.width > MAX_HEIGHT;

/** What the button of a picture is called; `hidden` are those that wait behind it. */
function nameOf({ alt }: Attachment, at: number, count: number, hidden: number): string {
  const number = at + 1;
  const picture = alt ? t(texts.openDescribed, { number, count, alt }) : t(texts.open, { number, count });
  return hidden > 0 ? t(texts.andMore, { picture, hidden }) : picture;
}

type GalleryPictureProps = {
  image: Attachment;
  name: string;
  sizes: string;
  alone: boolean;
  /** How many further pictures wait behind this one. */
  hidden: number;
  priority: boolean;
  onOpen: () => void;
};

function GalleryPicture({ image, name, sizes, alone, hidden, priority, onOpen }: GalleryPictureProps) {
  return (
    <button
      type="button"
      className={styles.picture}
      style={alone ? { aspectRatio: `${image.width} / ${image.height}` } : undefined}
      aria-label={name}
      onClick={onOpen}
    >
      <Photo
        {...postImage(image)}
        sizes={sizes}
        width={image.width}
        height={image.height}
        alt={image.alt}
        placeholder={image.placeholder}
        priority={priority}
        className={styles.photo}
      />
      {alone && isCut(image) && (
        <span className={styles.cut} aria-hidden="true">
          <Icon icon={Maximize2} size={16} />
          {t(texts.whole)}
        </span>
      )}
      {hidden > 0 && (
        <span className={styles.more} aria-hidden="true">
          +{hidden}
        </span>
      )}
    </button>
  );
}

/** One to ten pictures: the room of each is known before it comes. More than four wait behind the fourth. */
export function PostGallery({ images, priority }: GalleryProps) {
  const [open, setOpen] = useState<number | null>(null);
  const [used, setUsed] = useState(false);
  const show = (at: number) => {
    setOpen(at);
    setUsed(true);
  };
  const shown = images.slice(0, SHOWN);
  const layout = layoutOf(shown);
  const hidden = images.length - shown.length;
  return (
    <div className={styles.gallery} data-layout={layout}>
      {shown.map((image, at) => (
        <GalleryPicture
          key={image._id}
          image={image}
          name={nameOf(image, at, images.length, at === SHOWN - 1 ? hidden : 0)}
          sizes={sizesOf(image, at, layout)}
          alone={shown.length === 1}
          hidden={at === SHOWN - 1 ? hidden : 0}
          priority={priority && at === 0}
          onOpen={() => show(at)}
        />
      ))}
      {used && (
        <PictureViewer
          open={open !== null}
          onClose={() => setOpen(null)}
          pictures={images.map(toPicture)}
          at={open}
          onMove={setOpen}
        />
      )}
    </div>
  );
}
