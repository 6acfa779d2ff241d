import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { browserStorage } from '#lib/browser/storage.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import styles from './composer-images.module.css';
import type { ComposerImage } from './use-image-uploads.ts';

const texts = defineMessages('posts.altReminder', {
  missing:
    '{count, plural, one {{count} picture has no description.} other {{count} pictures have no description.}} ' +
    'Descriptions are read aloud to people who can’t see the pictures.',
  off: 'Do not remind me',
  on: 'Remind me about descriptions',
});

const KEY = 'alt-reminder';

/** Shows how many pictures have no description yet; members can turn the reminder off in this browser. */
export function AltReminder({ images }: { images: readonly ComposerImage[] }) {
  const [on, setOn] = useState(() => browserStorage.get(KEY) !== 'off');
  const count = images.filter(({ status, alt }) => status === 'done' && alt.trim() === '').length;
  if (count === 0) return null;
  const toggle = () => {
    browserStorage.set(KEY, on ? 'off' : 'on');
    setOn(!on);
  };
  return (
    <div className={styles.reminder}>
      {on && <p role="status">{t(texts.missing, { count })}</p>}
      <Button variant="quiet" size="small" onClick={toggle}>
        {t(on ? texts.off : texts.on)}
      </Button>
    </div>
  );
}
