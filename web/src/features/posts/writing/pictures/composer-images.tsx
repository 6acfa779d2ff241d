import { defineMessages } from '@afterhours/contract/base/message';
import { countCharacters, fieldTexts } from '@afterhours/contract/constants/fields';
import { MAX_ALT, MAX_POST_FILES } from '@afterhours/contract/constants/uploads';
import ImagePlus from 'lucide-react/icons/image-plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { AltReminder } from './alt-reminder.tsx';
import styles from './composer-images.module.css';
import { ImageHandle } from './image-handle.tsx';
import type { ComposerImage, useImageUploads } from './use-image-uploads.ts';

const texts = defineMessages('posts.images', {
  describe: 'Describe {name}',
  placeholder: 'Describe this picture (alt text)',
  uploading: 'Uploading {name}',
  failed: '{name}: {message}',
  retry: 'Try {name} again',
  cancel: 'Cancel {name}',
  remove: 'Remove {name}',
  pictures: 'Pictures',
  chooser: 'Pictures to add',
  add: 'Add pictures',
});

type Uploads = ReturnType<typeof useImageUploads>;

/** A picture in the list; an empty space if the browser cannot show it. */
function Preview({ address }: { address: string }) {
  const [unreadable, setUnreadable] = useState('');
  if (address === '' || address === unreadable) return <span className={styles.preview} />;
  return (
    <img
      src={address}
      alt=""
      width={64}
      height={64}
      draggable={false}
      className={styles.preview}
      onError={() => setUnreadable(address)}
    />
  );
}

/** The description of a picture. A pasted text may be too long at first, so that nothing of it is lost. */
function AltField({ image, onAlt }: { image: ComposerImage; onAlt: (alt: string) => void }) {
  const { name, alt } = image;
  const error = countCharacters(alt) > MAX_ALT ? t(fieldTexts.tooLong, { max: MAX_ALT }) : undefined;
  return (
    <TextArea
      label={t(texts.describe, { name })}
      hideLabel
      placeholder={t(texts.placeholder)}
      minRows={1}
      maxRows={5}
      limit={MAX_ALT}
      value={alt}
      onChange={({ target }) => onAlt(target.value.replace(/\s*\n\s*/g, ' '))}
      // By this name, the form finds the field that the schema's error is about.
      {...(error === undefined ? {} : { error, name: 'alts' })}
    />
  );
}

/** The state of a picture: its description, its upload progress, or why it failed. */
function About({ image, uploads }: { image: ComposerImage; uploads: Uploads }) {
  const { name } = image;
  if (image.status === 'uploading') {
    return (
      <>
        <span className={styles.name}>{name}</span>
        <progress
          aria-label={t(texts.uploading, { name })}
          max={1}
          value={image.progress}
          className={styles.progress}
        />
      </>
    );
  }
  if (image.status === 'failed') {
    return (
      <p role="alert" className={styles.failed}>
        {t(texts.failed, { name, message: image.message ?? '' })}
      </p>
    );
  }
  return <AltField image={image} onAlt={(alt) => uploads.setAlt(image.key, alt)} />;
}

type ImageRowProps = { image: ComposerImage; at: number; uploads: Uploads };

function ImageRow({ image, at, uploads }: ImageRowProps) {
  const { remove, retry, move, images } = uploads;
  const { key, name, status } = image;
  return (
    <li ref={keepFocus} className={styles.image} data-row={key}>
      {images.length > 1 && <ImageHandle name={name} at={at} count={images.length} onMove={(to) => move(key, to)} />}
      <Preview address={image.preview} />
      <div className={styles.about}>
        <About image={image} uploads={uploads} />
      </div>
      {status === 'failed' && image.retryable && (
        <IconButton icon={RotateCw} label={t(texts.retry, { name })} onClick={() => retry(key)} />
      )}
      <IconButton
        icon={X}
        label={t(status === 'uploading' ? texts.cancel : texts.remove, { name })}
        data-control="remove"
        onClick={() => remove(key)}
      />
    </li>
  );
}

/** The pictures of the post in their order, and a button to add more. */
export function ComposerImages({ uploads, error }: { uploads: Uploads; error: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const noticeRef = useRef<HTMLParagraphElement>(null);
  const notice = uploads.notice ?? error;
  useRowFocus(
    box,
    uploads.images.map(({ key }) => key),
    { fallback: () => box.current?.querySelector('button') ?? null },
  );
  // The notice would be out of view below ten pictures.
  useEffect(() => {
    if (notice) noticeRef.current?.scrollIntoView?.({ block: 'nearest' });
  }, [notice]);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    uploads.add(event.target.files ?? []);
    event.target.value = '';
  };
  return (
    <div ref={box} className={styles.images}>
      {uploads.images.length > 0 && (
        <ul className={styles.list} aria-label={t(texts.pictures)}>
          {uploads.images.map((image, at) => (
            <ImageRow key={image.key} image={image} at={at} uploads={uploads} />
          ))}
        </ul>
      )}
      <AltReminder images={uploads.images} />
      {notice && (
        <p ref={noticeRef} role="alert" className={styles.failed}>
          {notice}
        </p>
      )}
      <input ref={input} type="file" accept="image/*" multiple hidden aria-label={t(texts.chooser)} onChange={choose} />
      <Button
        icon={ImagePlus}
        variant="quiet"
        disabled={uploads.images.length >= MAX_POST_FILES}
        className={styles.add}
        onClick={() => input.current?.click()}
      >
        {t(texts.add)}
      </Button>
    </div>
  );
}
