import type { ComponentProps } from 'react';
import { useDialog } from '../overlays/use-dialog.ts';
import { lazyPart } from '../parts/lazy-part.tsx';

const PictureViewer = lazyPart(async () => (await import('./picture-viewer.tsx')).PictureViewer);

/** Returns a function that shows the picture at an index large, and the dialog in which it does. */
export function usePictureViewer(listPictures: () => ComponentProps<typeof PictureViewer>['pictures']) {
  const { shown, show, close } = useDialog<number>();
  const viewer = shown && (
    <PictureViewer
      open={shown.open}
      onClose={close}
      pictures={listPictures()}
      at={shown.open ? shown.of : null}
      onMove={show}
    />
  );
  return [show, viewer] as const;
}
