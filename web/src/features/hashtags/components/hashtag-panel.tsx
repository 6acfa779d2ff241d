import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_HASHTAG_FILTERS } from '@afterhours/contract/constants/feed';
import Plus from 'lucide-react/icons/plus';
import { type FormEvent, useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { words } from '#ui/text/words.ts';
import { addHashtag, loadHashtags } from '../hashtag-commands.ts';
import { hasTag, parseTags, toggleTag } from '../hashtag-filter.ts';
import { selectHashtagState } from '../hashtag-slice.ts';
import styles from './hashtag-panel.module.css';

const texts = defineMessages('hashtags.panel', {
  title: 'Filter By Hashtag',
  label: 'Hashtag',
  placeholder: 'Add a hashtag',
  add: 'Add hashtag',
  list: 'Hashtags',
  posts: '{count, plural, one {# post} other {# posts}}',
  loading: 'Loading hashtags',
  none: 'Hashtags used in posts will appear here.',
  failed: 'Load the hashtags again',
});

export const hashtagPanelTitle = texts.title;

type HashtagPanelProps = {
  /** The hashtags of the active filter. */
  chosen: readonly string[];
  /** Called with the new comma-separated list. */
  onChange: (list: string) => void;
};

/** Shows a tick at once; the address, which is authoritative, follows. */
function useTicked({ chosen, onChange }: HashtagPanelProps) {
  const inAddress = chosen.join(',');
  const [ticked, setTicked] = useState({ inAddress, list: inAddress });
  if (ticked.inAddress !== inAddress) setTicked({ inAddress, list: inAddress });
  const tags = parseTags(ticked.list);
  const toggle = (title: string) => {
    const list = toggleTag(tags, title);
    setTicked({ inAddress, list });
    onChange(list);
  };
  return { tags, toggle };
}

/** Creates a hashtag; an existing one is only moved to the top of the list. */
function NewHashtag() {
  const dispatch = useAppDispatch();
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const failed = await dispatch(addHashtag(title));
    setPending(false);
    setError(failed && (failed.errors?.find(({ field }) => field === 'title')?.message ?? failed.message));
    if (!failed) setTitle('');
  };
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t(texts.label)}
        hideLabel
        name="title"
        placeholder={t(texts.placeholder)}
        autoComplete="off"
        autoCapitalize="none"
        value={title}
        error={error}
        onChange={(event) => {
          setTitle(event.target.value);
          setError(undefined);
        }}
      />
      <IconButton type="submit" icon={Plus} label={t(texts.add)} aria-busy={pending || undefined} />
    </form>
  );
}

type Row = { _id: string; title: string; postsCount: number | null };

/** The listed hashtags: selected ones that are not loaded, then new ones, then all others. */
function useRows(chosen: readonly string[]): Row[] {
  const { hashTags, created } = useAppSelector(selectHashtagState);
  const createdIds = new Set(created.map(({ _id }) => _id));
  const listed = [
    ...created.map((tag) => hashTags.find(({ _id }) => _id === tag._id) ?? tag),
    ...hashTags.filter(({ _id }) => !createdIds.has(_id)),
  ];
  // Hashtags that were selected elsewhere, for example in a text, and are not on the loaded pages of the list.
  const others = chosen.filter(
    (tag) =>
      !hasTag(
        listed.map(({ title }) => title),
        tag,
      ),
  );
  return [...others.map((title) => ({ _id: title, title, postsCount: null })), ...listed];
}

type HashtagRowProps = { row: Row; checked: boolean; full: boolean; onToggle: (title: string) => void };

function HashtagRow({ row: { title, postsCount }, checked, full, onToggle }: HashtagRowProps) {
  return (
    <li className={styles.row}>
      <Checkbox
        label={<bdi>{`#${title}`}</bdi>}
        checked={checked}
        disabled={full && !checked}
        onChange={() => onToggle(title)}
        className={styles.tag}
      />
      {postsCount !== null && (
        <span className={styles.count} title={t(texts.posts, { count: postsCount })}>
          {formatCount(postsCount)}
        </span>
      )}
    </li>
  );
}

/** A list of hashtags of which several can be selected, and a field for a new one. Loaded when the panel opens. */
export function HashtagPanel(props: HashtagPanelProps) {
  const { tags: chosen, toggle } = useTicked(props);
  const dispatch = useAppDispatch();
  const { hashTags, cursor, status } = useAppSelector(selectHashtagState);
  useEffect(() => void dispatch(loadHashtags()), [dispatch]);
  const rows = useRows(chosen);
  const full = chosen.length >= MAX_HASHTAG_FILTERS;
  return (
    <div className={styles.panel}>
      <NewHashtag />
      {rows.length > 0 && (
        <ul aria-label={t(texts.list)} className={styles.list}>
          {rows.map((row) => (
            <HashtagRow key={row._id} row={row} checked={hasTag(chosen, row.title)} full={full} onToggle={toggle} />
          ))}
        </ul>
      )}
      {status === 'loading' && hashTags.length === 0 && (
        <>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <Skeleton shape="text" lines={5} />
        </>
      )}
      {status === 'ready' && rows.length === 0 && <p className={styles.quiet}>{t(texts.none)}</p>}
      {status === 'failed' && (
        <Button size="small" onClick={() => void dispatch(loadHashtags(hashTags.length > 0))}>
          {t(texts.failed)}
        </Button>
      )}
      {status !== 'failed' && cursor !== null && (
        <Button variant="quiet" size="small" onClick={() => void dispatch(loadHashtags(true))}>
          {t(words.seeMore)}
        </Button>
      )}
    </div>
  );
}
