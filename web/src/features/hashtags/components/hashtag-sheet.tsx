import Hash from 'lucide-react/icons/hash';
import { type ComponentProps, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { HashtagPanel, hashtagPanelTitle } from './hashtag-panel.tsx';

type HashtagSheetProps = ComponentProps<typeof HashtagPanel> & { className?: string | undefined };

/** The panel of hashtags behind a button, where there is no room for it at the side. */
export function HashtagSheet({ className, ...panel }: HashtagSheetProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="quiet" icon={Hash} className={className} onClick={() => setOpen(true)}>
        Hashtags
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={hashtagPanelTitle}
        size="small"
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show posts
          </Button>
        }
      >
        <HashtagPanel {...panel} />
      </Dialog>
    </>
  );
}
