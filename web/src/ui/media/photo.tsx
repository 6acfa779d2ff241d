import { defineMessages } from '@afterhours/contract/base/message';
import ImageOff from 'lucide-react/icons/image-off';
import { useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import styles from './photo.module.css';

const texts = defineMessages('ui.photo', {
  broken: 'This picture could not be loaded.',
});

type PhotoProps = {
  src: string;
  srcSet?: string;
  sizes?: string;
  /** Size of the original in pixels: reserves the space before anything is loaded. */
  width: number;
  height: number;
  alt: string;
  /** A tiny data URL, shown blurred until the picture is loaded. */
  placeholder?: string;
  /** For the first picture of a page: fetched at once, before others. */
  priority?: boolean;
  className?: string;
};

/** A picture that never shifts the page: with a placeholder, a suitable size, and a message if it fails to load. */
export function Photo({
  src,
  srcSet,
  sizes,
  width,
  height,
  alt,
  placeholder,
  priority = false,
  className,
}: PhotoProps) {
  // The state belongs to one address: a new picture in the same place starts over.
  const [known, setKnown] = useState({ src, state: 'waiting' });
  const state = known.src === src ? known.state : 'waiting';
  const setState = (next: 'shown' | 'broken') => {
    if (state !== next) setKnown({ src, state: next });
  };
  return (
    <div className={cx(styles.frame, className)}>
      {placeholder && state !== 'shown' && <img src={placeholder} alt="" aria-hidden="true" className={styles.blur} />}
      <img
        key={src}
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setState('shown');
        }}
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        decoding="async"
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        className={cx(
          styles.image,
          (placeholder || state === 'broken') && styles[state === 'shown' ? 'shown' : 'waiting'],
        )}
        onLoad={() => setState('shown')}
        onError={() => setState('broken')}
      />
      {state === 'broken' && (
        <span className={styles.broken}>
          <Icon icon={ImageOff} size={24} />
          {t(texts.broken)}
        </span>
      )}
    </div>
  );
}
