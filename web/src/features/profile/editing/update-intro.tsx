import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_INTRO } from '@afterhours/contract/profile/profile-update';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextArea } from '#ui/fields/text-area.tsx';
import { EditorDialog } from './dialogs/entry-dialog.tsx';
import type { EditorProps } from './editing.ts';
import { useAccountForm } from './use-account-form.ts';

const texts = defineMessages('profile.intro', {
  title: 'Update Intro',
  intro: 'Intro',
  hint: 'Shown below your name and beside your posts.',
});

/** Edits the sentence below the name. */
export function UpdateIntro({ open, onClose }: EditorProps) {
  const loaded = useAppSelector(selectOwnUser)?.intro_details ?? '';
  const [initial] = useState({ intro_details: loaded });
  const form = useAccountForm(initial, onClose);
  return (
    <EditorDialog title={t(texts.title)} {...{ open, onClose, form, initial }}>
      <TextArea {...form.field('intro_details')} label={t(texts.intro)} hint={t(texts.hint)} limit={MAX_INTRO} />
    </EditorDialog>
  );
}
