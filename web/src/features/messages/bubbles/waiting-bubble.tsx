import { defineMessages } from '@afterhours/contract/base/message';
import CircleAlert from 'lucide-react/icons/circle-alert';
import FileText from 'lucide-react/icons/file-text';
import { useEffect, useState } from 'react';
import { RichText } from '#entities/posts/rich-text.tsx';
import { readFiles } from '#lib/forms/unsent-files.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import { words } from '#ui/text/words.ts';
import { formatBytes, shareOfFile } from '../composer/file-rules.ts';
import { discardMessage, retryMessage } from '../outbox/outbox-commands.ts';
import { selectSending } from '../outbox/outbox-slice.ts';
import type { OutboxEntry, OutboxFile } from '../outbox/outbox-store.ts';
import styles from './message.module.css';
import { Clock } from './message-bubble.tsx';
import fileStyles from './message-files.module.css';
import { WaitingStatus } from './message-status.tsx';

const texts = defineMessages('messages.waiting', {
  uploading: 'Uploading {file}',
  notSent: 'Not sent. {reason}',
  retry: 'Retry',
});

/** Object URLs for the pictures of a waiting message, made from the files stored in the browser. */
function usePreviews({ client_id, files }: OutboxEntry): (string | undefined)[] {
  const [previews, setPreviews] = useState<(string | undefined)[]>([]);
  const count = files.length;
  useEffect(() => {
    if (count === 0) return undefined;
    let urls: string[] = [];
    let left = false;
    void readFiles(client_id).then((kept) => {
      if (left) return;
      urls = kept.map((file) => URL.createObjectURL(file));
      setPreviews(urls);
    });
    return () => {
      left = true;
      for (const address of urls) URL.revokeObjectURL(address);
    };
  }, [client_id, count]);
  return previews;
}

type WaitingFileProps = { file: OutboxFile; preview: string | undefined; share: number | null };

function WaitingFile({ file, preview, share }: WaitingFileProps) {
  const progress = share !== null && (
    <progress aria-label={t(texts.uploading, { file: file.name })} max={1} value={share} className={styles.progress} />
  );
  if (file.filetype === 'image') {
    return (
      <div className={styles.picture} style={{ aspectRatio: `${file.width ?? 4} / ${file.height ?? 3}` }}>
        {preview && <img src={preview} alt={file.name} />}
        {progress}
      </div>
    );
  }
  return (
    <div className={fileStyles.file}>
      <Icon icon={FileText} size={24} className={fileStyles.mark} />
      <p className={fileStyles.about}>
        <bdi className={fileStyles.name}>{file.name}</bdi>
        <span className={fileStyles.meta}>{formatBytes(file.size)}</span>
      </p>
      {progress}
    </div>
  );
}

/** A message that is not on the server yet: being sent, waiting for the connection, or rejected. */
export function WaitingBubble({ entry }: { entry: OutboxEntry }) {
  const dispatch = useAppDispatch();
  const sending = useAppSelector(selectSending);
  const previews = usePreviews(entry);
  const under = sending?.clientId === entry.client_id ? sending : null;
  const sizes = entry.files.map(({ size }) => size);
  return (
    <div className={styles.message} data-row={entry.client_id}>
      <div className={styles.content}>
        {entry.files.map((file, at) => (
          <WaitingFile
            // The order of a message's files never changes.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            file={file}
            preview={previews[at]}
            share={under ? shareOfFile(sizes, at, under.share) : null}
          />
        ))}
        {entry.content !== '' && (
          <div className={cx(styles.bubble, entry.failure !== null && styles.refused)}>
            <RichText text={entry.content} />
          </div>
        )}
      </div>
      {entry.failure === null ? (
        <p className={styles.meta}>
          <Clock value={entry.createdAt} />
          <WaitingStatus sending={under !== null} />
        </p>
      ) : (
        <div role="alert" className={styles.failure}>
          <p>
            <Icon icon={CircleAlert} size={16} />
            {t(texts.notSent, { reason: entry.failure })}
          </p>
          {!entry.filesRejected && (
            <Button size="small" onClick={() => dispatch(retryMessage(entry.client_id))}>
              {t(texts.retry)}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={() => dispatch(discardMessage(entry.client_id))}>
            {t(words.discard)}
          </Button>
        </div>
      )}
    </div>
  );
}
