import { defineMessages } from '@afterhours/contract/base/message';
import type { Application } from '@afterhours/contract/jobs/applications';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { download } from '#lib/api/download.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import styles from './applications.module.css';

const texts = defineMessages('applications.cv', {
  save: 'CV: {name}',
});

/** Downloads the CV of an application. */
export function CvButton({ id, cv }: { id: string; cv: NonNullable<Application['cv']> }) {
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    const failed = await download({ path: `/applications/${id}/cv`, name: cv.name });
    setPending(false);
    if (failed) showFailure(failed);
  };
  return (
    <Button size="small" icon={Download} loading={pending} onClick={() => void save()}>
      <bdi className={styles.fileName}>{t(texts.save, { name: cv.name })}</bdi>
    </Button>
  );
}
