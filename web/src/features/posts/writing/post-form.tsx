import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_DESCRIPTION, postTypes } from '@afterhours/contract/posts/posts';
import type { ClipboardEvent, FormEvent } from 'react';
import { CompletingTextArea } from '#entities/completion/completing-text-area.tsx';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { ConfirmLink } from '#features/account/components/form-message.tsx';
import { useFileDrop } from '#lib/forms/use-file-drop.ts';
import { useSendKey } from '#lib/forms/use-send-key.ts';
import { userImage } from '#lib/image-address.ts';
import { useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { findHashtags } from '#lib/text/rich-text.ts';
import { t } from '#lib/text/translate.ts';
import { FailureBanner } from '#ui/feedback/banner.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { cx } from '#ui/text/cx.ts';
import { typeTexts } from '../post-texts.ts';
import { AudienceSelect } from './audience-select.tsx';
import styles from './composer.module.css';
import { ComposerCard } from './composer-card.tsx';
import { ComposerImages } from './pictures/composer-images.tsx';
import { FailedPictures, useFailedPictures } from './pictures/failed-pictures.tsx';
import { SameJobNote } from './types/same-job-note.tsx';
import { SellingNote } from './types/selling-note.tsx';
import { TypeFields } from './types/type-fields.tsx';
import { TypeTiles } from './types/type-tiles.tsx';
import type { usePostForm } from './use-post-form.ts';

const texts = defineMessages('posts.form', {
  kept: '{message} Your post is still here.',
  type: 'Type',
  typeFixed: 'The type of a post cannot be changed.',
  description: 'Description',
  hashtags: 'Words with # become hashtags; @ mentions a member.',
  general: 'What are you working on after hours?',
  job: 'What is to be done, by when, and how do you work together?',
  webinar: 'What will attendees learn, and what should they bring?',
});

type PostFormProps = Pick<ReturnType<typeof usePostForm>, 'form' | 'uploads' | 'card'> & {
  id: string;
  /** What the submit button does. */
  verb: 'publish' | 'save';
  /** True for a published post, which keeps its type. */
  typeFixed: boolean;
};

/** The type of a published post, which cannot change. */
function FixedType({ field }: { field: PostFormProps['form']['field'] }) {
  return (
    <Select {...field('postType')} label={t(texts.type)} disabled hint={t(texts.typeFixed)}>
      {postTypes.map((type) => (
        <option key={type} value={type}>
          {t(typeTexts[type])}
        </option>
      ))}
    </Select>
  );
}

/** The author of the post, and its audience. */
function Writer({ form: { values, setValue } }: Pick<PostFormProps, 'form'>) {
  const user = useAppSelector(selectOwnUser);
  if (!user) return null;
  return (
    <div className={styles.who}>
      <Avatar name={user.firstName} src={userImage(user.image, 44)} />
      <bdi className={styles.name}>{fullName(user)}</bdi>
      <AudienceSelect value={values.visibility} onChange={(visibility) => setValue('visibility', visibility)} />
    </div>
  );
}

/** The text of a post, and the hashtags in it. */
function Description({ form: { field, values, setValue } }: Pick<PostFormProps, 'form'>) {
  const tags = findHashtags(`${values.title} ${values.description}`);
  return (
    <div className={styles.text}>
      <CompletingTextArea
        {...field('description')}
        onValue={(text) => setValue('description', text)}
        label={t(texts.description)}
        hideLabel
        placeholder={t(texts[values.postType || 'general'])}
        minRows={4}
        maxRows={14}
        limit={MAX_DESCRIPTION}
        hint={tags.length > 0 ? <bdi>{tags.map((tag) => `#${tag}`).join(' ')}</bdi> : t(texts.hashtags)}
        className={styles.writing}
        data-autofocus
        required
      />
    </div>
  );
}

/** Adds pictures that are dropped on the form or pasted into it. */
function usePictures(add: PostFormProps['uploads']['add'], takesPictures: boolean) {
  const { over, handlers } = useFileDrop(add, takesPictures);
  const onPaste = ({ clipboardData }: ClipboardEvent) => {
    const pictures = [...clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    if (takesPictures && pictures.length > 0) add(pictures);
  };
  return { over, handlers: { ...handlers, onPaste } };
}

/** The fields of a post, by its type; the dialog around it has the buttons. */
export function PostForm({ id, verb, form, uploads, card, typeFixed }: PostFormProps) {
  const { form: element, field, values, setValue, errors, message, failure, onSubmit } = form;
  const question = useFailedPictures(values.postType === 'job' ? [] : uploads.failed);
  const submit = (event: FormEvent) => {
    if (question.asksBefore()) event.preventDefault();
    else void onSubmit(event);
  };
  useSendKey(element, !uploads.busy);
  const takesPictures = values.postType !== 'job';
  const { over, handlers } = usePictures(uploads.add, takesPictures);
  return (
    <form
      id={id}
      ref={element}
      noValidate
      className={cx(styles.form, over && styles.over)}
      onSubmit={submit}
      {...handlers}
    >
      {message && (
        <FailureBanner action={failure && <ConfirmLink failure={failure} />}>
          {t(texts.kept, { message })}
        </FailureBanner>
      )}
      <Writer form={form} />
      {typeFixed ? (
        <FixedType field={field} />
      ) : (
        <TypeTiles value={values.postType} error={errors.postType} onChange={(type) => setValue('postType', type)} />
      )}
      {!typeFixed && values.postType === 'webinar' && <SellingNote />}
      {!typeFixed && values.postType === 'job' && <SameJobNote title={values.title} />}
      <TypeFields type={values.postType} form={form} />
      <Description form={form} />
      <ComposerCard {...card} />
      {takesPictures && <ComposerImages uploads={uploads} error={errors.filenames ?? errors.removeFiles} />}
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
