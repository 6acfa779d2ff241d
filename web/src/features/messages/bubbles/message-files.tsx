import { defineMessages } from '@afterhours/contract/base/message';
import type { MessageAttachment } from '@afterhours/contract/messages/messages';
import FileText from 'lucide-react/icons/file-text';
import { type MouseEvent, useEffect, useEffectEvent } from 'react';
import { t } from '#lib/text/translate.ts';
import { Photo } from '#ui/media/photo.tsx';
import { usePictureViewer } from '#ui/media/use-picture-viewer.tsx';
import { Icon } from '#ui/text/icon.tsx';
import { formatBytes } from '../composer/file-rules.ts';
import styles from './message-files.module.css';

const texts = defineMessages('messages.files', {
  open: 'Open Link',
  openFile: 'Open Link: {file}',
  download: 'Download',
  downloadFile: 'Download {file}',
  picture: 'Open the picture {file} from {name}',
  ownPicture: 'Open the picture {file} from you',
});

/** URLs are reloaded slightly before they expire. */
const EARLY_MS = 30_000;
const hasExpired = ({ urlExpiresAt }: MessageAttachment): boolean => Date.parse(urlExpiresAt) - EARLY_MS < Date.now();

type FileSource = {
  /** Reloads the files. Resolves to this file with a valid URL. */
  onExpired: (file: MessageAttachment) => Promise<MessageAttachment | undefined>;
};

/** Follows a link, with a fresh URL if its own has expired. */
function follow(event: MouseEvent<HTMLAnchorElement>, file: MessageAttachment, { onExpired }: FileSource): void {
  if (!hasExpired(file)) return;
  event.preventDefault();
  const download = event.currentTarget.hasAttribute('download');
  // Opens the tab at once: after the response, the browser would block it as a pop-up.
  const opened = download ? null : globalThis.open('about:blank', '_blank');
  void onExpired(file).then((fresh) => {
    if (!fresh) opened?.close();
    else if (opened) {
      opened.opener = null;
      opened.location.href = fresh.url;
    } else globalThis.location.assign(download ? fresh.downloadUrl : fresh.url);
  });
}

/** A document: its name, type and size, with links to open and to download it. */
export function FileCard({ file, onExpired }: { file: MessageAttachment } & FileSource) {
  const ending = file.name.split('.').at(-1)?.toUpperCase() ?? '';
  return (
    <div className={styles.file}>
      <Icon icon={FileText} size={24} className={styles.mark} />
      <p className={styles.about}>
        <bdi className={styles.name}>{file.name}</bdi>
        <span className={styles.meta}>{`${ending} · ${formatBytes(file.size)}`}</span>
      </p>
      <p className={styles.ways}>
        <a
          href={file.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t(texts.openFile, { file: file.name })}
          onClick={(event) => follow(event, file, { onExpired })}
        >
          {t(texts.open)}
        </a>
        <a
          href={file.downloadUrl}
          download={file.name}
          aria-label={t(texts.downloadFile, { file: file.name })}
          onClick={(event) => follow(event, file, { onExpired })}
        >
          {t(texts.download)}
        </a>
      </p>
    </div>
  );
}

/** `from` names the sender of a picture; null for the viewer's own pictures. */
type ImagesProps<Image> = FileSource & { images: Image[]; from: (image: Image) => string | null };

/** A single picture is not enlarged beyond its own size, but it stays large enough to click. */
const SMALLEST_PX = 96;

const describePicture = (file: string, name: string | null): string =>
  name === null ? t(texts.ownPicture, { file }) : t(texts.picture, { file, name });

/** Reloads the pictures when their URLs expire while they are shown. */
function useFreshImages([first]: MessageAttachment[], onExpired: FileSource['onExpired']) {
  const onDue = useEffectEvent(onExpired);
  useEffect(() => {
    if (!first) return undefined;
    const timer = setTimeout(
      () => void onDue(first),
      Math.max(0, Date.parse(first.urlExpiresAt) - EARLY_MS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [first]);
}

const toPhoto = (image: MessageAttachment) => ({
  src: image.url,
  width: image.width ?? 4,
  height: image.height ?? 3,
  alt: image.name,
  ...(image.placeholder ? { placeholder: image.placeholder } : {}),
});

const toPicture = (image: MessageAttachment) => ({
  id: image._id,
  photo: toPhoto(image),
  caption: (
    <a href={image.downloadUrl} download={image.name}>
      {t(texts.download)}
    </a>
  ),
});

/** Pictures, with their space reserved until they have loaded. A click opens them large. */
export function MessageImages<Image extends MessageAttachment>({ images, from, onExpired }: ImagesProps<Image>) {
  useFreshImages(images, onExpired);
  const [show, viewer] = usePictureViewer(() => images.map(toPicture));
  if (images.length === 0) return null;
  return (
    <div className={styles.images} data-count={Math.min(images.length, 2)}>
      {images.map((image, index) => (
        <button
          key={image._id}
          type="button"
          className={styles.image}
          style={images.length === 1 ? { maxInlineSize: Math.max(image.width ?? 0, SMALLEST_PX) } : undefined}
          aria-label={describePicture(image.name, from(image))}
          onClick={() => show(index)}
        >
          <Photo {...toPhoto(image)} alt="" />
        </button>
      ))}
      {viewer}
    </div>
  );
}
