import { defineMessages } from '@afterhours/contract/base/message';
import { type FormEvent, useState } from 'react';
import { showFailure } from '#lib/api/show-failure.ts';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { showSuccess } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { setRecording } from '../webinar-commands.ts';
import styles from '../webinars.module.css';

const texts = defineMessages('webinars.recording', {
  title: 'Recording',
  link: 'Link to the recording',
  hint: 'Everyone who had a seat finds it on the webinar’s page once it is over.',
  save: 'Save the link',
  remove: 'Remove it',
});

type RecordingFormProps = { id: string; recording: string | null; onDone: () => void };

/** Sets, changes and removes the link to the recording. */
export function RecordingForm({ id, recording, onDone }: RecordingFormProps) {
  const [link, setLink] = useState(recording ?? '');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const save = async (value: string | null) => {
    setPending(true);
    const response = await setRecording(id, value);
    setPending(false);
    setError(response.ok ? undefined : response.errors?.[0]?.message);
    if (!response.ok && !response.errors?.length) showFailure(response);
    if (!response.ok) return;
    if (value === null) setLink('');
    showSuccess(response.message);
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(link.trim());
  };
  return (
    <Card title={t(texts.title)}>
      <form ref={keepFocus} noValidate className={styles.form} onSubmit={submit}>
        <TextField
          type="url"
          label={t(texts.link)}
          hint={t(texts.hint)}
          error={error}
          value={link}
          onChange={(event) => setLink(event.target.value)}
        />
        <div className={styles.buttons}>
          <Button type="submit" loading={pending}>
            {t(texts.save)}
          </Button>
          {recording !== null && (
            <Button variant="quiet" disabled={pending} onClick={() => void save(null)}>
              {t(texts.remove)}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
