import { defineMessages } from '@afterhours/contract/base/message';
import Hash from 'lucide-react/icons/hash';
import { type ComponentProps, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { HashtagPanel, hashtagPanelTitle } from './hashtag-panel.tsx';

const texts = defineMessages('hashtags.sheet', {
  open: 'Hashtags',
  show: 'Show posts',
});

type HashtagSheetProps = ComponentProps<typeof HashtagPanel> & { className?: string | undefined };

/** Opens the hashtag panel in a dialog where there is no side column for it. */
export function HashtagSheet({ className, ...panel }: HashtagSheetProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={Hash}
        label={t(texts.open)}
        className={className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(hashtagPanelTitle)}
        size="small"
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
            {t(texts.show)}
          </Button>
        }
      >
        <HashtagPanel {...panel} />
      </Dialog>
    </>
  );
}
