import { commentBody, MAX_COMMENT } from '@afterhours/contract/comments';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { writeComment } from '../comment-commands.ts';
import styles from './comment-form.module.css';

type CommentFormProps = { postId: string; parentId: string | null; focus: boolean };

/** Writes a comment or a reply. It shows at once; refused, its text comes back into the field with the reason. */
export function CommentForm({ postId, parentId, focus }: CommentFormProps) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (focus) form.current?.querySelector('textarea')?.focus();
  }, [focus]);
  if (!user) return null;
  const word = parentId ? 'Reply' : 'Comment';
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const parsed = commentBody.safeParse({ post_id: postId, comment: text });
    setError(parsed.success ? undefined : parsed.error.issues[0]?.message);
    if (!parsed.success) return;
    setText('');
    const failed = await dispatch(writeComment({ postId, parentId }, user._id, parsed.data.comment));
    if (!failed) return;
    setText((typed) => typed || parsed.data.comment);
    setError(failed.errors?.find((each) => each.field === 'comment')?.message ?? failed.message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  };
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextArea
        label={word}
        hideLabel
        name="comment"
        placeholder={parentId ? 'Write a reply' : 'Write a comment'}
        minRows={1}
        maxRows={8}
        limit={MAX_COMMENT}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" size="small">
        {word}
      </Button>
    </form>
  );
}
