/** The form of a message: its text, its files and their validation. */
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { defineMessages } from '@afterhours/contract/base/message';
import { fieldTexts } from '@afterhours/contract/constants/fields';
import { listMessageProblem, MAX_MESSAGE, messageMessages } from '@afterhours/contract/constants/messages';
import { useRef } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { announceDraft, readDraft, writeDraft } from '#lib/browser/session-storage.ts';
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
function problemOf(text: string, files: number, { receiverId, contentRequired }: Options): MessageDescriptor | null {
  if (contentRequired && text.trim() === '') return texts.required;
  if (!receiverId) return messageMessages.noReceiver;
  return listMessageProblem(text, files);
}

/**
 * The text of the form, which is empty while a message is being stored. The draft then has both texts, so that a reload
 * loses neither.
 */
function useText(name: string) {
  const [text, setDraft] = useDraft(name);
  const sending = useRef<string | null>(null);
  const written = useRef(text);
  const withSent = () => [sending.current, written.current].filter(Boolean).join('\n');
  const setText = (next: string) => {
    written.current = next;
    setDraft(next);
    if (sending.current !== null) writeDraft(name, withSent());
  };
  const begin = (sent: string) => {
    sending.current = sent;
    setText('');
  };
  const end = (isStored: boolean) => {
    const draft = withSent();
    // Another tab may have written something else.
    const isOwn = readDraft(name) === draft;
    sending.current = null;
    if (!isStored) setText(draft);
    else if (isOwn) {
      setText(written.current);
      // The chat may have been left and opened again, with the draft in another form.
      announceDraft(name, draft);
    }
  };
  return { text, setText, begin, end, isSending: () => sending.current !== null };
}

export function useMessageForm(options: Options) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const name = `message:${me}:${options.draft}`;
  const { text, setText, begin, end, isSending } = useText(name);
  const files = useChosenFiles(name);

  /** Puts the message into the outbox. Resolves to whether it did. */
  const submit = async (): Promise<boolean> => {
    if (isSending()) return false;
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
    const storing = dispatch(sendMessage(message));
    begin(text);
    const isStored = (await storing) !== null;
    end(isStored);
    if (!isStored) return false;
    // What was attached while the files were being stored stays.
    files.removeSent(message.files);
    return true;
  };
  return { text, setText, files, submit };
}
