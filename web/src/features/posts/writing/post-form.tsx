import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_DESCRIPTION, postTypes } from '@afterhours/contract/posts';
import type { FormEvent } from 'react';
import { ConfirmLink } from '#features/account/components/form-message.tsx';
import { HashtagTextArea } from '#features/hashtags/components/hashtag-text-area.tsx';
import { useSendKey } from '#lib/forms/use-send-key.ts';
import { findHashtags } from '#lib/text/rich-text.ts';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Select } from '#ui/fields/select.tsx';
import { typeTexts } from '../post-texts.ts';
import styles from './composer.module.css';
import { ComposerImages } from './composer-images.tsx';
import { FailedPictures, useFailedPictures } from './failed-pictures.tsx';
import { TypeFields } from './type-fields.tsx';
import type { usePostForm } from './use-post-form.ts';

const texts = defineMessages('posts.form', {
  kept: '{message} Your post is kept here.',
  type: 'Type',
  typeFixed: 'The type of a post cannot be changed.',
  chooseType: 'Select post type',
  description: 'Description',
  hashtags: 'Words with # become hashtags.',
});

type PostFormProps = Pick<ReturnType<typeof usePostForm>, 'form' | 'uploads'> & {
  id: string;
  /** What its button does. */
  verb: 'publish' | 'save';
  /** A post keeps the type it was published with. */
  typeFixed: boolean;
};

function TypeField({ field, fixed }: { field: PostFormProps['form']['field']; fixed: boolean }) {
  return (
    <Select
      {...field('postType')}
      label={t(texts.type)}
      required
      disabled={fixed}
      hint={fixed ? t(texts.typeFixed) : undefined}
    >
      <option value="">{t(texts.chooseType)}</option>
      {postTypes.map((type) => (
        <option key={type} value={type}>
          {t(typeTexts[type])}
        </option>
      ))}
    </Select>
  );
}

/** The fields of a post, by type; the dialog around it has the buttons. */
export function PostForm({ id, verb, form, uploads, typeFixed }: PostFormProps) {
  const { form: element, field, values, setValue, errors, message, failure, onSubmit } = form;
  const question = useFailedPictures(values.postType === 'job' ? [] : uploads.failed);
  const submit = (event: FormEvent) => {
    if (question.asksBefore()) event.preventDefault();
    else void onSubmit(event);
  };
  useSendKey(element, !uploads.busy);
  const tags = findHashtags(`${values.title} ${values.description}`);
  return (
    <form id={id} ref={element} noValidate className={styles.form} onSubmit={submit}>
      {message && (
        <Banner tone="danger" action={failure && <ConfirmLink failure={failure} />}>
          {t(texts.kept, { message })}
        </Banner>
      )}
      <TypeField field={field} fixed={typeFixed} />
      <TypeFields type={values.postType} field={field} />
      <HashtagTextArea
        {...field('description')}
        onValue={(text) => setValue('description', text)}
        label={t(texts.description)}
        minRows={5}
        maxRows={14}
        limit={MAX_DESCRIPTION}
        hint={tags.length > 0 ? <bdi>{tags.map((tag) => `#${tag}`).join(' ')}</bdi> : t(texts.hashtags)}
        data-autofocus
        required
      />
      {values.postType !== 'job' && <ComposerImages uploads={uploads} error={errors.filenames ?? errors.removeFiles} />}
      <FailedPictures
        open={question.open}
        failed={uploads.failed}
        verb={verb}
        onRetry={uploads.retryFailed}
        onClose={question.close}
        onContinue={() => {
          question.allow();
          element.current?.requestSubmit();
        }}
      />
    </form>
  );
}
