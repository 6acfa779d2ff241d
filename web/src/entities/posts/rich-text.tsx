import { type MentionPlace, type Piece, parseRichText } from '@afterhours/contract/posts/rich-text';
import { previewPieces } from '@afterhours/contract/posts/text-preview';
import { useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Highlighted } from '#ui/text/highlighted.tsx';
import { words } from '#ui/text/words.ts';
import { profileAddress } from '../people/profile-path.ts';
import styles from './rich-text.module.css';

function PieceView({ piece }: { piece: Piece }) {
  if (piece.kind === 'text') return <Highlighted text={piece.text} />;
  if (piece.kind === 'hashtag')
    return (
      <TextLink className={styles.hashtag} to={`/home?hashtag=${encodeURIComponent(piece.target)}`}>
        <Highlighted text={piece.text} />
      </TextLink>
    );
  if (piece.kind === 'mention')
    return (
      <TextLink className={styles.mention} to={profileAddress(piece.user)}>
        <Highlighted text={piece.text} />
      </TextLink>
    );
  return (
    <a className={styles.address} href={piece.target} target="_blank" rel="noopener noreferrer nofollow ugc">
      {piece.text}
    </a>
  );
}

type RichTextProps = { text: string; mentions?: readonly MentionPlace[]; max?: number };

/** A member's text with its links, hashtags and mentions; cut off at `max` characters until See more is clicked. */
export function RichText({ text, mentions, max }: RichTextProps) {
  const [expanded, setExpanded] = useState(false);
  const pieces = parseRichText(text, mentions);
  const preview = max === undefined ? pieces : previewPieces(pieces, max);
  const cut = preview.at(-1)?.text !== pieces.at(-1)?.text || preview.length !== pieces.length;
  return (
    <div dir="auto" className={styles.text}>
      {(expanded ? pieces : preview).map((piece, at) => (
        // The pieces of a text keep their positions.
        // oxlint-disable-next-line react/no-array-index-key
        <PieceView key={at} piece={piece} />
      ))}
      {cut && (
        <>
          {' '}
          <button type="button" className={styles.more} aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
            {t(expanded ? words.seeLess : words.seeMore)}
          </button>
        </>
      )}
    </div>
  );
}
