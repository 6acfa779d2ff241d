import { defineMessages } from '@afterhours/contract/base/message';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';

const texts = defineMessages('likes.count', {
  count: '{count, plural, one {{shown} like} other {{shown} likes}}',
});

const LikesDialog = lazyPart(async () => (await import('./likes-dialog.tsx')).LikesDialog);

type LikesCountProps = { postId: string; count: number; className?: string | undefined };

/** The number of likes; a click shows who likes the post. */
export function LikesCount({ postId, count, className }: LikesCountProps) {
  const { shown, show, close } = useDialog();
  if (count === 0) return null;
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={className} onClick={() => show()}>
        {t(texts.count, { count, shown: formatCount(count) })}
      </button>
      {shown && <LikesDialog postId={postId} open={shown.open} onClose={close} />}
    </>
  );
}
