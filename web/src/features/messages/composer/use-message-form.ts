/** The form of a message: its text, its files and their validation. */
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { defineMessages } from '@afterhours/contract/base/message';
import { countCharacters, fieldTexts } from '@afterhours/contract/constants/fields';
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

const join = (texts: readonly string[]): string => texts.filter(Boolean).join('\n');

/**
 * The text of the form, without the messages that are being stored. The draft has all of these texts, so that a reload
 * loses none.
 */
function useText(name: string) {
  const [text, setDraft] = useDraft(name);
  const storing = useRef<string[]>([]);
  const written = useRef(text);
  const withStoring = () => join([...storing.current, written.current]);
  const setText = (next: string) => {
    written.current = next;
    setDraft(next);
    if (storing.current.length > 0) writeDraft(name, withStoring());
  };
  const begin = (sent: string) => {
    storing.current.push(sent);
    setText('');
  };
  const end = (sent: string, isStored: boolean) => {
    const draft = withStoring();
    // Another tab may have written something else.
    const isOwn = readDraft(name) === draft;
    storing.current.splice(storing.current.indexOf(sent), 1);
    if (!isStored) setText(join([sent, written.current]));
    else if (isOwn) {
      setText(written.current);
      // The chat may have been left and opened again, with the draft in another form.
      announceDraft(name, draft);
    }
  };
  return { text, setText, begin, end };
}

export function useMessageForm(options: Options) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const name = `message:${me}:${options.draft}`;
  const { text, setText, begin, end } = useText(name);
  const files = useChosenFiles(name);

  /** Puts the message into the outbox. Resolves to whether it did. */
  const submit = async (): Promise<boolean> => {
    const problem = problemOf(text, files.files.length, options);
    if (problem !== null || !options.receiverId) {
      showProblem(t(problem ?? messageMessages.noReceiver));
      return false;
    }
    if (countCharacters(text.trim()) > MAX_MESSAGE) {
      showProblem(t(fieldTexts.tooLong, { max: MAX_MESSAGE }));
      return false;
    }
    const message = { receiverId: options.receiverId, content: text.trim(), files: files.files };
    const storing = dispatch(sendMessage(message));
    begin(text);
    files.begin(message.files);
    const isStored = (await storing) !== null;
    end(text, isStored);
    // What was attached while the files were being stored stays.
    files.end(message.files, isStored);
    return isStored;
  };
  return { text, setText, files, submit };
}
