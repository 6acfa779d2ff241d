import { defineMessages } from '@afterhours/contract/base/message';
import { type Label, labelNames, labelNotes } from '@afterhours/contract/constants/labels';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import { Icon } from '#ui/text/icon.tsx';
import styles from './labels.module.css';

const texts = defineMessages('labels', {
  about: 'About this label',
  by: 'Moderators of this community have added this label.',
  mine: 'Why, and how to appeal',
});

type LabelBadgeProps = {
  label: Label | null | undefined;
  /** For the viewer's own content: links to the statement of reasons. */
  mine?: boolean;
};

/** The label that the staff have put on content, explained on click; nothing if there is none. */
export function LabelBadge({ label, mine = false }: LabelBadgeProps) {
  const [open, setOpen] = useState(false);
  // A server that is newer than this page may have labels that the page does not know.
  if (!label || !(label in labelNames)) return null;
  return (
    <div className={styles.line}>
      <Popover
        label={t(texts.about)}
        open={open}
        onOpenChange={setOpen}
        renderTrigger={(props) => (
          <button type="button" {...props} className={styles.badge}>
            <Icon icon={CircleAlert} size={16} />
            {t(labelNames[label])}
          </button>
        )}
      >
        <div className={styles.note}>
          <p>{t(labelNotes[label])}</p>
          <p className={styles.quiet}>{t(texts.by)}</p>
          {mine && <TextLink to="/Settings?tab=privacy#decisions">{t(texts.mine)}</TextLink>}
        </div>
      </Popover>
    </div>
  );
}
