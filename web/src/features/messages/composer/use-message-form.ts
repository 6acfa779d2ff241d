/** Writing to somebody: the words, the files, and what is wrong with them. */
import { listMessageProblem, MAX_MESSAGE, messageMessages } from '@afterhours/contract/messages';
import { useRef } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useDraft } from '#lib/forms/use-draft.ts';
import { showError } from '#lib/notify.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { sendMessage } from '../outbox/outbox-commands.ts';
import { useChosenFiles } from './use-chosen-files.ts';

type Options = {
  /** The draft is kept under it. */
  draft: string;
  receiverId: string | undefined;
  /** A form of its own, which asks for words. */
  contentRequired?: boolean;
};

const contentMissing = 'This field is required';
const tell = (message: string) => showError(message, 'top-right');

/** What keeps a message from being sent, in the order in which it is said. */
function problemOf(text: string, files: number, { receiverId, contentRequired }: Options): string | null {
  if (contentRequired && text.trim() === '') return contentMissing;
  if (!receiverId) return messageMessages.noReceiver;
  return listMessageProblem(text, files) ?? (text.trim().length > MAX_MESSAGE ? messageMessages.tooLong : null);
}

export function useMessageForm(options: Options) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const name = `message:${me}:${options.draft}`;
  const [text, setText] = useDraft(name);
  const files = useChosenFiles(name);
  const busy = useRef(false);

  /** Hands the message on to be sent; answers whether it did. */
  const submit = async (): Promise<boolean> => {
    if (busy.current) return false;
    const problem = problemOf(text, files.files.length, options);
    if (problem !== null || !options.receiverId) {
      tell(problem ?? messageMessages.noReceiver);
      return false;
    }
    busy.current = true;
    const written = { receiverId: options.receiverId, content: text.trim(), files: files.files };
    const kept = await dispatch(sendMessage(written));
    busy.current = false;
    if (kept === null) return false;
    setText('');
    files.clear();
    return true;
  };
  return { text, setText, files, submit };
}
