/** The form of a message: its text, its files and their validation. */
import type { Message } from '@afterhours/contract/base/message';
import { defineMessages } from '@afterhours/contract/base/message';
import { fieldTexts } from '@afterhours/contract/constants/fields';
import { listMessageProblem, MAX_MESSAGE, messageMessages } from '@afterhours/contract/constants/messages';
import { useRef } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { readDraft } from '#lib/browser/session-storage.ts';
import { useDraft } from '#lib/forms/use-draft.ts';
import { showError } from '#lib/notify.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { sendMessage } from '../outbox/outbox-commands.ts';
import { useChosenFiles } from './use-chosen-files.ts';

const texts = defineMessages('messages.form', {
  required: 'This field is required',
});

type Options = {
  /** The key under which the draft is stored. */
  draft: string;
  receiverId: string | undefined;
  /** True for a separate form, in which the text is required. */
  contentRequired?: boolean;
};

const showProblem = (problem: string) => showError(problem, 'top-right');

/** Returns why a message cannot be sent; null if it can. */
function problemOf(text: string, files: number, { receiverId, contentRequired }: Options): Message | null {
  if (contentRequired && text.trim() === '') return texts.required;
  if (!receiverId) return messageMessages.noReceiver;
  return listMessageProblem(text, files);
}

const beginsWith = (text: string, sent: string): boolean => text.trimStart().startsWith(sent);

/** Returns what has been written after a text that was sent; a text that does not begin with it stays whole. */
function cutSent(draft: unknown, sent: string): string {
  if (typeof draft !== 'string') return '';
  return beginsWith(draft, sent) ? draft.trimStart().slice(sent.length).trimStart() : draft;
}

export function useMessageForm(options: Options) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const name = `message:${me}:${options.draft}`;
  const [text, setDraft] = useDraft(name);
  const files = useChosenFiles(name);
  /** The text that is being stored. Null if there is none, `replaced` if another text has been written in its place. */
  const sending = useRef<{ content: string; replaced: boolean } | null>(null);
  const setText = (next: string) => {
    if (sending.current && !beginsWith(next, sending.current.content)) sending.current.replaced = true;
    setDraft(next);
  };

  /** Puts the message into the outbox. Resolves to whether it did. */
  const submit = async (): Promise<boolean> => {
    if (sending.current) return false;
    const problem = problemOf(text, files.files.length, options);
    if (problem !== null || !options.receiverId) {
      showProblem(t(problem ?? messageMessages.noReceiver));
      return false;
    }
    if (text.trim().length > MAX_MESSAGE) {
      showProblem(t(fieldTexts.tooLong, { max: MAX_MESSAGE }));
      return false;
    }
    const message = { receiverId: options.receiverId, content: text.trim(), files: files.files };
    const sent = { content: message.content, replaced: false };
    sending.current = sent;
    const storedId = await dispatch(sendMessage(message));
    sending.current = null;
    if (storedId === null) return false;
    // What was written or attached while the files were being stored stays.
    if (!sent.replaced) setText(cutSent(readDraft(name), sent.content));
    files.removeSent(message.files);
    return true;
  };
  return { text, setText, files, submit };
}
