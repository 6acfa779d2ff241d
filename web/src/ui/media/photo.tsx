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
  /** Of the original, in pixels: the room is kept before a byte has come. */
  width: number;
  height: number;
  alt: string;
  /** A tiny data URL, drawn blurred until the picture is there. */
  placeholder?: string;
  /** The first picture of a page: fetched at once, before others. */
  priority?: boolean;
  className?: string;
};

/** A picture that never shifts the page: placeholder, right size, and a word when it cannot be loaded. */
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
  // The state belongs to one address: another picture in the same place waits again.
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
