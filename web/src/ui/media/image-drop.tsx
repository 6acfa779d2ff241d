import ImageUp from 'lucide-react/icons/image-up';
import { type ChangeEvent, type ClipboardEvent, type ReactNode, useRef } from 'react';
import { useFileDrop } from '#lib/forms/use-file-drop.ts';
import { Button } from '../buttons/button.tsx';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import styles from './image-drop.module.css';

type ImageDropProps = {
  /** Names the file chooser: "Cover image". */
  label: string;
  onFile: (file: File) => void;
  /** Why the chosen file, or a missing file, is not acceptable. */
  error: string | undefined;
  /** The current picture, or the one that has been chosen. */
  children?: ReactNode;
  chooseLabel: string;
  hint: string;
};

/** Lets members choose a picture, drop it here, or paste it while the focus is inside. */
export function ImageDrop({ label, onFile, error, children, chooseLabel, hint }: ImageDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => file && onFile(file);
  const { over, handlers } = useFileDrop(([file]) => take(file));
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files;
    if (!file) return;
    event.preventDefault();
    take(file);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files?.[0]);
    // Reset so that the same file can be chosen again.
    event.target.value = '';
  };
  return (
    // Accepts drops and pastes anywhere inside; the button is the accessible alternative.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="group" aria-label={label} className={cx(styles.drop, over && styles.over)} {...handlers} onPaste={paste}>
      {children}
      <div className={styles.choose}>
        <input ref={input} type="file" accept="image/*" hidden aria-label={label} onChange={choose} />
        <Button size="small" data-autofocus="" onClick={() => input.current?.click()}>
          <Icon icon={ImageUp} />
          {chooseLabel}
        </Button>
        <p className={styles.hint}>{hint}</p>
      </div>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
