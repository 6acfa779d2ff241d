import { previewPieces } from '@afterhours/contract/posts/text-preview';
import { useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { words } from '#ui/text/words.ts';
import styles from './evidence.module.css';

/** In characters. */
const SHOWN = 500;

/** A text beside what was reported, at first only its beginning, so that the report and the form stay in view. */
export function LongText({ text }: { text: string }) {
  const [expanded, setExpanded] = useState(false);
  const preview = previewPieces([{ kind: 'text', text }], SHOWN)[0]?.text ?? '';
  return (
    <>
      <p dir="auto" className={styles.text}>
        {expanded ? text : preview}
      </p>
      {preview !== text && (
        <Button size="small" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
          {t(expanded ? words.seeLess : words.seeMore)}
        </Button>
      )}
    </>
  );
}
