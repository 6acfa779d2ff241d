import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';

const texts = defineMessages('likes.count', {
  count: '{count, plural, one {{shown} like} other {{shown} likes}}',
});

const LikesDialog = lazyPart(async () => (await import('./likes-dialog.tsx')).LikesDialog);

type LikesCountProps = { postId: string; count: number; className?: string | undefined };

/** The number of likes; a click shows who likes the post. */
export function LikesCount({ postId, count, className }: LikesCountProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  if (count === 0) return null;
  const show = () => {
    setOpen(true);
    setUsed(true);
  };
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={className} onClick={show}>
        {t(texts.count, { count, shown: formatCount(count) })}
      </button>
      {used && <LikesDialog postId={postId} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
