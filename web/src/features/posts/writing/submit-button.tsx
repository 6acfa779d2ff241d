import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { formTexts } from '../post-texts.ts';
import type { usePostForm } from './use-post-form.ts';

type SubmitButtonProps = {
  /** The id of the form that it submits. */
  form: string;
  text: MessageDescriptor;
  post: ReturnType<typeof usePostForm>;
};

/** Submits a post's form. Disabled while pictures are uploading, and while the server asks to wait. */
export function SubmitButton({ form, text, post: { uploads, form: state } }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      form={form}
      variant="primary"
      loading={state.pending}
      aria-disabled={uploads.busy || state.wait > 0 || undefined}
      disabled={uploads.busy}
    >
      {t(uploads.busy ? formTexts.uploading : text)}
    </Button>
  );
}
