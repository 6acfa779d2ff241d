import { defineMessages } from '@afterhours/contract/base/message';
import X from 'lucide-react/icons/x';
import type { MouseEvent } from 'react';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { LinkCard } from '../components/link-card.tsx';
import styles from './composer-card.module.css';
import { type KnownCard, useLinkCard } from './use-link-card.ts';

const texts = defineMessages('posts.composerCard', {
  drop: 'Remove link preview',
  shown: 'A preview of {site} is shown with your post.',
});

type ComposerCardProps = {
  /** The first link of the text. */
  link: string | null;
  /** The card that the post already has. */
  known: KnownCard | null;
  dropped: boolean;
  onDrop: () => void;
};

/** The link preview of the post, and a button to remove it. */
export function ComposerCard({ link, known, dropped, onDrop }: ComposerCardProps) {
  const card = useLinkCard(dropped ? null : link, known);
  const shown = dropped ? null : card;
  const drop = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The button disappears with the card, so the focus returns to the text.
    currentTarget.form?.querySelector('textarea')?.focus();
    onDrop();
  };
  return (
    <>
      <VisuallyHidden role="status">{shown && t(texts.shown, { site: shown.site })}</VisuallyHidden>
      {shown && (
        <div className={styles.card}>
          <LinkCard card={shown} small />
          <IconButton icon={X} label={t(texts.drop)} className={styles.drop} onClick={drop} />
        </div>
      )}
    </>
  );
}
