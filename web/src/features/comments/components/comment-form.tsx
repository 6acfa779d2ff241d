import { commentMessages, MAX_COMMENT } from '@afterhours/contract/constants/comments';
import { nanoid } from '@reduxjs/toolkit';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CompletingTextArea } from '#entities/completion/completing-text-area.tsx';
import type { CallFailure } from '#lib/api/client.ts';
import { readDraft, writeDraft } from '#lib/browser/session-storage.ts';
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
  /** Sends the comment. A repeat after a lost response has the same key. Resolves to the failure, or to undefined. */
  send: (text: string, idempotencyKey: string) => Promise<CallFailure | undefined>;
  /** Shown next to the submit button. */
  children?: ReactNode;
};

const messageOf = (failed: CallFailure): string =>
  failed.errors?.find((each) => each.field === 'comment')?.message ?? failed.message;

/** Returns the key with which this text was sent before, without a response; null if it was not. */
function readKey(name: string, text: string): string | null {
  const sent = readDraft(name);
  if (typeof sent !== 'object' || sent === null || !('text' in sent) || !('key' in sent)) return null;
  return sent.text === text && typeof sent.key === 'string' ? sent.key : null;
}

/** Sends the same text with the same key until there is a response, even after a reload, so that it is stored once. */
async function sendOnce(text: string, { draft, send }: Pick<CommentFormProps, 'draft' | 'send'>) {
  const name = `sent:${draft}`;
  const key = readKey(name, text) ?? nanoid();
  writeDraft(name, { text, key });
  const failed = await send(text, key);
  if (!failed) writeDraft(name, null);
  return failed;
}

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
    const failed = await sendOnce(sent, { draft, send });
    if (!failed) return;
    if (typed.current === '') change(sent);
    setError(messageOf(failed));
  };
  return { form, text, error, change, submit };
}

/** The form to write or edit a comment. */
export function CommentForm(props: CommentFormProps) {
  const { word, action = word, placeholder, children } = props;
  const { form, text, error, change, submit } = useCommentForm(props);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
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
        <Button type="submit" size="small">
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}
