import { commentMessages, MAX_COMMENT } from '@afterhours/contract/constants/comments';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CompletingTextArea } from '#entities/completion/completing-text-area.tsx';
import type { CallFailure } from '#lib/api/client.ts';
import { forgetIdempotencyKey, idempotencyKeyFor } from '#lib/forms/idempotency-key.ts';
import { useDraft } from '#lib/forms/use-draft.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import styles from './comment-form.module.css';

type CommentFormProps = {
  /** Names the field, and the button if `action` is missing. */
  word: string;
  action?: string;
  placeholder: string;
  /** The name of the draft. */
  draft: string;
  /** The text that is being edited. */
  text?: string;
  /** The initial text of a new comment without a draft. */
  begun?: string;
  focus: boolean;
  /** Whether it can no longer be sent, but only copied. */
  closed?: boolean;
  /** Called when something is written, and when nothing is any more. */
  onWritten?: (written: boolean) => void;
  /** Sends the comment. A repeat after a lost response has the same key. Resolves to the failure, or to undefined. */
  send: (text: string, idempotencyKey: string) => Promise<CallFailure | undefined>;
  /** Shown next to the submit button. */
  children?: ReactNode;
};

const messageOf = (failed: CallFailure): string =>
  failed.errors?.find((each) => each.field === 'comment')?.message ?? failed.message;

/**
 * The text with its draft, and the submit handler. A new comment is cleared when it is sent and restored if it is
 * refused.
 */
function useCommentForm({ draft, text: before = '', begun = '', focus, send }: CommentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useDraft(draft, before || begun);
  const [error, setError] = useState<string>();
  const typed = useRef(text);
  const change = (next: string) => {
    typed.current = next;
    setText(next);
    if (next.trim() !== '') setError(undefined);
  };
  useEffect(() => {
    const field = focus ? form.current?.querySelector('textarea') : null;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [focus]);
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const sent = text.trim();
    setError(sent === '' ? t(commentMessages.required) : undefined);
    if (sent === '') {
      form.current?.querySelector('textarea')?.focus();
      return;
    }
    if (before === '') change('');
    const failed = await send(sent, idempotencyKeyFor(draft, sent));
    if (!failed) {
      forgetIdempotencyKey(draft);
      return;
    }
    if (typed.current === '') change(sent);
    setError(messageOf(failed));
  };
  return { form, text, error, change, submit };
}

/** The form to write or edit a comment. */
export function CommentForm(props: CommentFormProps) {
  const { word, action = word, placeholder, begun = '', closed = false, onWritten, children } = props;
  const { form, text, error, change, submit } = useCommentForm(props);
  const written = text.trim() !== '' && text !== begun;
  useEffect(() => onWritten?.(written), [onWritten, written]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !closed) void submit();
  };
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <CompletingTextArea
        label={word}
        hideLabel
        name="comment"
        placeholder={placeholder}
        minRows={1}
        maxRows={8}
        limit={MAX_COMMENT}
        value={text}
        error={error}
        onChange={(event) => change(event.target.value)}
        onValue={change}
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="small" disabled={closed}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}
