import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_MESSAGE } from '@afterhours/contract/constants/messages';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';
import { CompletingTextArea } from '#entities/completion/completing-text-area.tsx';
import { useMedia } from '#lib/browser/use-media.ts';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useTyping } from '../chat/use-typing.ts';
import { messageTexts } from '../message-texts.ts';
import { selectSending } from '../outbox/outbox-slice.ts';
import styles from './composer.module.css';
import { AttachButtons, ChosenFiles } from './composer-files.tsx';
import type { useMessageForm } from './use-message-form.ts';

const texts = defineMessages('messages.composer', {
  label: 'Message to {name}',
});

type ComposerProps = {
  userId: string;
  name: string;
  room: string | null;
  form: ReturnType<typeof useMessageForm>;
  area: RefObject<HTMLTextAreaElement | null>;
  focused: boolean;
  /** False where a message can only contain text. */
  takesFiles: boolean;
};

/** Attaches files from the clipboard; text is pasted as usual. */
export const pasteFiles = (add: (files: Iterable<File>) => void) => (event: ClipboardEvent) => {
  const files = [...event.clipboardData.files];
  if (files.length === 0) return;
  event.preventDefault();
  add(files);
};

/** Whether the key sends the message: Enter without Shift. */
export const isSendKey = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'Enter' && !shiftKey;

/** Writes and sends a message. Enter sends, Shift+Enter breaks the line; on a touch screen only the button sends. */
function useComposer({ userId, room, form, area, focused }: ComposerProps, touch: boolean) {
  const { setText, submit } = form;
  const sending = useAppSelector(selectSending)?.receiverId === userId;
  const typing = useTyping(room);
  useEffect(() => {
    // On a touch screen the keyboard would cover the messages.
    if (focused && !touch) area.current?.focus({ preventScroll: true });
  }, [focused, touch, area]);
  const send = () => {
    typing.stop();
    void submit();
    area.current?.focus({ preventScroll: true });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending) send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (touch || !isSendKey(event)) return;
    event.preventDefault();
    send();
  };
  const write = (next: string) => {
    setText(next);
    if (next.trim() === '') typing.stop();
    else typing.write();
  };
  return { sending, onSubmit, onKeyDown, write, onBlur: typing.stop };
}

/** The form to write a message to a member. */
export function Composer(props: ComposerProps) {
  const { name, form, area, takesFiles } = props;
  const { text, files } = form;
  const touch = useMedia('(pointer: coarse)');
  const { sending, onSubmit, onKeyDown, write, onBlur } = useComposer(props, touch);
  return (
    <form ref={keepFocus} className={styles.composer} onSubmit={onSubmit}>
      <ChosenFiles files={files} />
      <div className={styles.row}>
        {takesFiles && (
          <span className={styles.attach}>
            <AttachButtons files={files} />
          </span>
        )}
        <CompletingTextArea
          ref={area}
          label={t(texts.label, { name })}
          hideLabel
          placeholder={t(messageTexts.placeholder)}
          minRows={1}
          maxRows={8}
          limit={MAX_MESSAGE}
          value={text}
          enterKeyHint={touch ? 'enter' : 'send'}
          className={styles.area}
          onChange={(event) => write(event.target.value)}
          onValue={write}
          onKeyDown={onKeyDown}
          onPaste={takesFiles ? pasteFiles(files.add) : undefined}
          onBlur={onBlur}
        />
        <Button type="submit" variant="primary" icon={SendHorizontal} aria-disabled={sending || undefined}>
          <span className={styles.sendWord}>{t(messageTexts.send)}</span>
        </Button>
      </div>
    </form>
  );
}
