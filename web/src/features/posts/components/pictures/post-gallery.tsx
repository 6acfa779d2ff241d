import { defineMessages } from '@afterhours/contract/base/message';
import {
  type Cell,
  GALLERY_HEIGHT,
  GALLERY_WIDTH,
  layOutGallery,
  MAX_PICTURES,
  ratioAlone,
} from '@afterhours/contract/posts/gallery-layout';
import type { Attachment } from '@afterhours/contract/uploads';
import Maximize2 from 'lucide-react/icons/maximize-2';
import type { CSSProperties } from 'react';
import { coveredWidth, postImage } from '#lib/image-address.ts';
import { t } from '#lib/text/translate.ts';
import { Photo } from '#ui/media/photo.tsx';
import { usePictureViewer } from '#ui/media/use-picture-viewer.tsx';
import { from } from '#ui/styles/breakpoints.ts';
import { Icon } from '#ui/text/icon.tsx';
import styles from './post-gallery.module.css';

const texts = defineMessages('posts.gallery', {
  open: 'Open picture {number} of {count}',
  openDescribed: 'Open picture {number} of {count}: {alt}',
  andMore: '{picture}, +{hidden} more',
  whole: 'Whole picture',
});

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

/** In CSS pixels: a smaller picture still gets a button that is large enough to click. */
const SMALLEST = 44;
/** Width in pixels from which a single picture spans the full width of a phone. */
const WIDE_ENOUGH = 720;

const percent = (share: number): string => `${Math.round(share * 1e4) / 100}%`;

/** The position of a picture, and the width in which it is requested. */
type Frame = { style: CSSProperties; sizes: string; tooSmall: boolean };

/** Frames a single picture: as wide as the post or as its height allows, but never enlarged. */
function frameAlone(image: Attachment): Frame {
  const ratio = ratioAlone(image);
  const width = Math.min(GALLERY_WIDTH, GALLERY_HEIGHT * ratio);
  const covered = coveredWidth(image, { width, height: width / ratio });
  const onPhone = coveredWidth(image, { width: 100, height: 100 / ratio });
  return {
    style: {
      aspectRatio: `${ratio}`,
      '--ratio': ratio,
      '--pixels-wide': image.width,
      '--pixels-high': image.height,
    } as CSSProperties,
    sizes: `${from.sheet} ${covered}px, ${onPhone}vw`,
    tooSmall: Math.min(image.width, image.height) < SMALLEST,
  };
}

/** Frames a picture among others, in its cell. */
function frameIn({ x, y, width, height }: Cell, ratio: number, image: Attachment): Frame {
  const cell = { width: width * GALLERY_WIDTH, height: (height * GALLERY_WIDTH) / ratio };
  const covered = coveredWidth(image, cell);
  return {
    style: {
      insetInlineStart: percent(x),
      insetBlockStart: percent(y),
      inlineSize: percent(width),
      blockSize: percent(height),
    },
    sizes: `${from.sheet} ${covered}px, ${Math.ceil((100 * covered) / GALLERY_WIDTH)}vw`,
    tooSmall: image.width * 1.2 < covered,
  };
}

/** Returns the accessible name of a picture's button; `hidden` is the number of further pictures behind it. */
function nameOf({ alt }: Attachment, at: number, count: number, hidden: number): string {
  const number = at + 1;
  const picture = alt ? t(texts.openDescribed, { number, count, alt }) : t(texts.open, { number, count });
  return hidden > 0 ? t(texts.andMore, { picture, hidden }) : picture;
}

type GalleryPictureProps = {
  image: Attachment;
  name: string;
  frame: Frame;
  alone: boolean;
  /** The number of further pictures behind this one. */
  hidden: number;
  priority: boolean;
  onOpen: () => void;
};

const isCut = (image: Attachment): boolean => image.width / image.height < ratioAlone(image);

function GalleryPicture({ image, name, frame, alone, hidden, priority, onOpen }: GalleryPictureProps) {
  return (
    <button
      type="button"
      className={styles.picture}
      style={frame.style}
      data-small={frame.tooSmall || undefined}
      aria-label={name}
      onClick={onOpen}
    >
      <Photo
        {...postImage(image)}
        sizes={frame.sizes}
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

/** One to ten pictures, with their space reserved before they load. The fourth one stands for any further ones. */
export function PostGallery({ images, priority }: GalleryProps) {
  const [show, viewer] = usePictureViewer(() => images.map(toPicture));
  const shown = images.slice(0, MAX_PICTURES);
  const alone = shown.length === 1;
  const { ratio, cells } = layOutGallery(shown);
  const hidden = images.length - shown.length;
  const frameOf = (image: Attachment, at: number): Frame => {
    const cell = alone ? undefined : cells[at];
    return cell ? frameIn(cell, ratio, image) : frameAlone(image);
  };
  return (
    <div
      className={styles.gallery}
      data-alone={alone || undefined}
      data-full-width={!alone || (shown[0]?.width ?? 0) >= WIDE_ENOUGH || undefined}
      style={alone ? undefined : { aspectRatio: `${ratio}` }}
    >
      {shown.map((image, at) => (
        <GalleryPicture
          key={image._id}
          image={image}
          name={nameOf(image, at, images.length, at === MAX_PICTURES - 1 ? hidden : 0)}
          frame={frameOf(image, at)}
          alone={alone}
          hidden={at === MAX_PICTURES - 1 ? hidden : 0}
          priority={priority && at === 0}
          onOpen={() => show(at)}
        />
      ))}
      {viewer}
    </div>
  );
}
