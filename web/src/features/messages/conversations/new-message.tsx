import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import X from 'lucide-react/icons/x';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useMedia } from '#lib/browser/use-media.ts';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { userImage } from '#lib/image-address.ts';
import { useAppDispatch } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { isSendKey, pasteFiles } from '../composer/composer.tsx';
import { AttachButtons, ChosenFiles } from '../composer/composer-files.tsx';
import { useMessageForm } from '../composer/use-message-form.ts';
import { messageTexts } from '../message-texts.ts';
import { loadConversation } from './conversation-commands.ts';
import styles from './new-message.module.css';
import { People } from './people.tsx';

const texts = defineMessages('messages.new', {
  title: 'New Messages',
  close: 'Close new message',
  to: 'To <name>{receiver}</name>',
  notTo: 'Not to {name}',
  search: 'Search for a member',
  searchHint: 'Search..',
  message: 'Message',
});

function Receiver({ person, onRemove }: { person: Person; onRemove: () => void }) {
  return (
    <p className={styles.receiver}>
      <Avatar name={person.firstName} src={userImage(person.image, 32)} size={32} />
      <span>
        <Sentence text={texts.to} values={{ receiver: fullName(person) }} elements={{ name: <strong /> }} />
      </span>
      <IconButton icon={X} size={18} label={t(texts.notTo, { name: person.firstName })} onClick={onRemove} />
    </p>
  );
}

type MessageFormProps = {
  form: ReturnType<typeof useMessageForm>;
  area: RefObject<HTMLTextAreaElement | null>;
  pending: boolean;
  onSubmit: (event: FormEvent) => void;
};

/** As in a chat, Enter sends the message; on a touch screen only the button does. */
function MessageForm({ form: { text, setText, files }, area, pending, onSubmit }: MessageFormProps) {
  const touch = useMedia('(pointer: coarse)');
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (touch || !isSendKey(event)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form ref={keepFocus} className={styles.form} onSubmit={onSubmit}>
      <ChosenFiles files={files} />
      <TextArea
        ref={area}
        label={t(texts.message)}
        hideLabel
        placeholder={t(messageTexts.placeholder)}
        minRows={4}
        maxRows={8}
        value={text}
        enterKeyHint={touch ? 'enter' : 'send'}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={pasteFiles(files.add)}
      />
      <div className={styles.foot}>
        <AttachButtons files={files} />
        <Button type="submit" variant="primary" icon={SendHorizontal} loading={pending} className={styles.send}>
          {t(messageTexts.send)}
        </Button>
      </div>
    </form>
  );
}

const Head = ({ onClose }: { onClose: () => void }) => (
  <header className={styles.head}>
    <h2 className={styles.title}>{t(texts.title)}</h2>
    <IconButton icon={X} label={t(texts.close)} onClick={onClose} />
  </header>
);

function useFocusAtFirst() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

type NewMessageProps = { onClose: () => void; onSent: (userId: string) => void };

/** Starts a conversation: finds a member, and sends them the first message. */
export function NewMessage({ onClose, onSent }: NewMessageProps) {
  const dispatch = useAppDispatch();
  const [keyword, setKeyword] = useState('');
  const [receiver, setReceiver] = useState<Person | null>(null);
  const [pending, setPending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const search = useFocusAtFirst();
  const form = useMessageForm({ draft: 'new', receiverId: receiver?._id, contentRequired: true });
  const choose = (person: Person) => {
    setReceiver(person);
    area.current?.focus();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const sent = await form.submit();
    setPending(false);
    if (!sent || !receiver) return;
    void dispatch(loadConversation({ userId: receiver._id }));
    // Whoever has left in the meantime is not brought back.
    if (area.current) onSent(receiver._id);
  };
  return (
    <div className={styles.pane}>
      <Head onClose={onClose} />
      <div className={styles.find}>
        {receiver ? (
          <Receiver person={receiver} onRemove={() => setReceiver(null)} />
        ) : (
          <TextField
            type="search"
            label={t(texts.search)}
            hideLabel
            placeholder={t(texts.searchHint)}
            autoComplete="off"
            ref={search}
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
          />
        )}
      </div>
      <div className={styles.found}>{!receiver && <People keyword={keyword.trim()} onChoose={choose} />}</div>
      <MessageForm form={form} area={area} pending={pending} onSubmit={(event) => void send(event)} />
    </div>
  );
}
