import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_LINK_LABEL, MAX_LINK_URL, MAX_LINKS } from '@afterhours/contract/profile/showcase';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { EditorDialog } from '../editing/dialogs/entry-dialog.tsx';
import type { EditorProps } from '../editing/editing.ts';
import { linkSchema, places, toLinks, toValues } from './link-values.ts';
import styles from './links-dialog.module.css';
import { saveLinks } from './showcase-commands.ts';
import { selectShowcase } from './showcase-slice.ts';

const texts = defineMessages('profile.links', {
  title: 'Update Links',
  label: 'Name of link {place, number}',
  url: 'Address of link {place, number}',
  name: 'Shop',
  scheme: 'https://',
  up: 'Move link {place, number} up',
  down: 'Move link {place, number} down',
  remove: 'Remove link {place, number}',
  add: 'Add a link',
  group: 'Link {place, number}',
  full: 'A profile can have at most {max, number} links.',
});

/** Returns a function that focuses the first enabled control of a list, once the form has rendered again. */
function useFocusAfter() {
  const wanted = useRef<string[]>([]);
  useEffect(() => {
    const controls = wanted.current.map((name) =>
      document.querySelector<HTMLElement>(`dialog [name="${name}"]:enabled`),
    );
    wanted.current = [];
    controls.find((control) => control !== null)?.focus();
  });
  return (names: string[]) => {
    wanted.current = names;
  };
}

function useLinks({ onClose }: Pick<EditorProps, 'onClose'>) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const stored = useAppSelector((state) => selectShowcase(state, me))?.links ?? [];
  const [initial] = useState(() => toValues(stored));
  const [count, setCount] = useState(Math.max(1, stored.length));
  const form = useForm({
    initial,
    schema: linkSchema,
    submit: async ({ links }) => {
      const failed = await dispatch(saveLinks(links));
      if (!failed) onClose();
      return failed;
    },
  });
  const shown = toLinks(form.values);
  const focusNext = useFocusAfter();
  const move = (from: number, to: number) => {
    const next = [...shown];
    next.splice(to, 0, ...next.splice(from, 1));
    form.reset(toValues(next));
    // The focus follows the link, to the button that moves it further, or otherwise back.
    focusNext(to > from ? [`down${to}`, `up${to}`] : [`up${to}`, `down${to}`]);
  };
  const remove = (place: number) => {
    form.reset(toValues(shown.toSpliced(place, 1)));
    setCount(Math.max(1, count - 1));
    focusNext([`remove${place}`, `remove${place - 1}`]);
  };
  const add = () => {
    setCount(count + 1);
    focusNext([`label${count}`]);
  };
  return { initial, form, count, add, move, remove };
}

type RowProps = Pick<ReturnType<typeof useLinks>, 'form' | 'count' | 'move' | 'remove'> & { place: number };

function Row({ place, form: { field }, count, move, remove }: RowProps) {
  const named = { place: place + 1 };
  return (
    <fieldset aria-label={t(texts.group, named)} className={styles.row}>
      <TextField
        {...field(`label${place}`)}
        label={t(texts.label, named)}
        placeholder={place === 0 ? t(texts.name) : undefined}
        maxLength={MAX_LINK_LABEL}
        autoComplete="off"
      />
      <TextField
        {...field(`url${place}`)}
        type="url"
        inputMode="url"
        label={t(texts.url, named)}
        placeholder={t(texts.scheme)}
        maxLength={MAX_LINK_URL}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={styles.buttons}>
        <IconButton
          icon={ArrowUp}
          size={18}
          label={t(texts.up, named)}
          name={`up${place}`}
          disabled={place === 0}
          onClick={() => move(place, place - 1)}
        />
        <IconButton
          icon={ArrowDown}
          size={18}
          label={t(texts.down, named)}
          name={`down${place}`}
          disabled={place === count - 1}
          onClick={() => move(place, place + 1)}
        />
        <IconButton
          icon={X}
          size={18}
          label={t(texts.remove, named)}
          name={`remove${place}`}
          onClick={() => remove(place)}
        />
      </div>
    </fieldset>
  );
}

/** Adds, edits, orders and removes the viewer's links. */
export function LinksDialog({ open, onClose }: EditorProps) {
  const { initial, form, count, add, move, remove } = useLinks({ onClose });
  return (
    <EditorDialog title={t(texts.title)} size="large" {...{ open, onClose, form, initial }}>
      {places.slice(0, count).map((place) => (
        <Row key={place} {...{ place, form, count, move, remove }} />
      ))}
      {count < MAX_LINKS ? (
        <Button icon={Plus} size="small" className={styles.add} onClick={add}>
          {t(texts.add)}
        </Button>
      ) : (
        <p>{t(texts.full, { max: MAX_LINKS })}</p>
      )}
    </EditorDialog>
  );
}
