import { defineMessages } from '@afterhours/contract/base/message';
import FileText from 'lucide-react/icons/file-text';
import ImagePlus from 'lucide-react/icons/image-plus';
import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { type ChangeEvent, useRef } from 'react';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Icon, type IconShape } from '#ui/text/icon.tsx';
import styles from './composer.module.css';
import { formatBytes } from './file-rules.ts';
import type { useChosenFiles } from './use-chosen-files.ts';

const texts = defineMessages('messages.attach', {
  document: 'Attach a document',
  image: 'Attach an image',
  chosen: 'Files to send',
  remove: 'Remove {file}',
});

type Files = ReturnType<typeof useChosenFiles>;

type AttachProps = { label: string; icon: IconShape; accept: string; onChosen: (files: Iterable<File>) => void };

function Attach({ label, icon, accept, onChosen }: AttachProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onChosen([...(event.target.files ?? [])]);
    event.target.value = '';
  };
  return (
    <>
      <input ref={input} type="file" multiple hidden accept={accept} aria-label={label} onChange={choose} />
      <IconButton icon={icon} label={label} onClick={() => input.current?.click()} />
    </>
  );
}

/** The two attach buttons: documents and pictures. */
export function AttachButtons({ files }: { files: Files }) {
  return (
    <>
      <Attach label={t(texts.document)} icon={Paperclip} accept=".doc,.docx,.pdf" onChosen={files.add} />
      <Attach label={t(texts.image)} icon={ImagePlus} accept="image/*" onChosen={files.add} />
    </>
  );
}

/** The files that will be sent with the message; each can be removed. */
export function ChosenFiles({ files }: { files: Files }) {
  return (
    <>
      {files.notice && (
        <p role="alert" className={styles.notice}>
          {files.notice}
        </p>
      )}
      {files.files.length > 0 && (
        <ul className={styles.chosen} aria-label={t(texts.chosen)}>
          {files.files.map(({ key, about, preview }) => (
            <li key={key} className={styles.one}>
              {preview ? (
                <img src={preview} alt="" width={48} height={48} className={styles.preview} />
              ) : (
                <span className={styles.preview}>
                  <Icon icon={FileText} size={24} />
                </span>
              )}
              <span className={styles.about}>
                <bdi className={styles.name}>{about.name}</bdi>
                <span className={styles.size}>{formatBytes(about.size)}</span>
              </span>
              <IconButton
                icon={X}
                size={18}
                label={t(texts.remove, { file: about.name })}
                onClick={() => files.remove(key)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
