import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_INTRO, updateProfileBody } from '@afterhours/contract/profile/profile-update';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { saveProfile } from '#features/profile/profile-commands.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { words } from '#ui/text/words.ts';
import { StepButtons } from './step-buttons.tsx';
import styles from './steps.module.css';

const texts = defineMessages('newcomers.intro', {
  label: 'What do you make after hours?',
  hint: 'One sentence, shown below your name and beside your posts.',
});

/** The step that asks for the sentence below the name. */
export function IntroStep({ onNext }: { onNext: () => void }) {
  const dispatch = useAppDispatch();
  const loaded = useAppSelector(selectOwnUser)?.intro_details ?? '';
  const [initial] = useState({ intro_details: loaded });
  const { form, field, values, pending, onSubmit } = useForm({
    initial,
    schema: updateProfileBody,
    submit: async (body) => {
      const failed = await dispatch(saveProfile(body));
      if (!failed) onNext();
      return failed;
    },
  });
  const isWritten = (values.intro_details ?? '').trim() !== '';
  return (
    <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className={styles.step}>
      <TextArea {...field('intro_details')} label={t(texts.label)} hint={t(texts.hint)} limit={MAX_INTRO} />
      <StepButtons onNext={onNext} isDone={false}>
        <Button type="submit" variant="primary" loading={pending} aria-disabled={!isWritten || undefined}>
          {t(words.save)}
        </Button>
      </StepButtons>
    </form>
  );
}
