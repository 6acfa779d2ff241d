import { type DragEvent, useState } from 'react';

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/**
 * Returns handlers for an element on which files can be dropped, and whether some are over it. While it takes none, a
 * drop does nothing; the browser would leave the page to show the file.
 */
export function useFileDrop(take: (files: File[]) => void, takesFiles = true) {
  const [over, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (takesFiles) setOver(true);
      else event.dataTransfer.dropEffect = 'none';
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (takesFiles) take([...event.dataTransfer.files]);
    },
  };
  return { over, handlers };
}
