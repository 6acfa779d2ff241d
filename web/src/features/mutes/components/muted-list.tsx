import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_MUTED_WORD, type Mute, muteTimes } from '@afterhours/contract/mutes';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import rows from '#ui/styles/rows.module.css';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { loadMutes, mute, unmute } from '../mute-commands.ts';
import { selectMutes } from '../mutes-slice.ts';
import styles from './muted-list.module.css';

const texts = defineMessages('mutes.list', {
  title: 'Muted',
  about:
    'Posts by muted members, and posts with muted hashtags or words, stay out of your feeds, and you aren’t notified ' +
    'about such comments and mentions. Nobody else sees what you mute. Searches, profiles and links still show ' +
    'everything.',
  loading: 'Loading what you have muted',
  all: 'Show all {count, number}',
  none: 'You haven’t muted anything.',
  word: 'Word, words or #hashtag',
  time: 'For how long',
  forever: 'Until I unmute it',
  day: '24 hours',
  week: '7 days',
  month: '30 days',
  add: 'Mute',
  unmute: 'Unmute',
  unmuteOne: 'Unmute {name}',
  member: 'Member',
  gone: 'A member or post that no longer exists',
  tag: 'Hashtag',
  post: 'No notifications about this post',
  wordKind: 'Word',
  until: '{kind}, until {time}',
});

const timeTexts = { '24h': texts.day, '7d': texts.week, '30d': texts.month } as const;
const kindTexts = { member: texts.member, tag: texts.tag, word: texts.wordKind, post: texts.post } as const;

function nameOf({ kind, value, user, title }: Mute): string {
  if (kind === 'member') return user ? fullName(user) : t(texts.gone);
  if (kind === 'post') return title ?? t(texts.gone);
  return kind === 'tag' ? `#${value}` : value;
}

function MutedRow({ muted }: { muted: Mute }) {
  const dispatch = useAppDispatch();
  const { _id, kind, value, until } = muted;
  const name = nameOf(muted);
  return (
    <li data-row={_id} className={rows.row}>
      <span className={rows.text}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={rows.quiet}>
          {until === null ? (
            t(kindTexts[kind])
          ) : (
            <Sentence text={texts.until} values={{ kind: t(kindTexts[kind]), time: <Time value={until} /> }} />
          )}
        </span>
      </span>
      <Button
        size="small"
        data-control="unmute"
        aria-label={t(texts.unmuteOne, { name })}
        onClick={() => void dispatch(unmute({ kind, value }))}
      >
        {t(texts.unmute)}
      </Button>
    </li>
  );
}

function AddForm() {
  const dispatch = useAppDispatch();
  const [word, setWord] = useState('');
  const [time, setTime] = useState('');
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const kind = /^#\S+$/.test(word.trim()) ? 'tag' : 'word';
    const until = muteTimes.find((one) => one === time) ?? null;
    const failure = await dispatch(mute({ kind, value: word.trim() }, until));
    setPending(false);
    setProblem(failure?.message);
    if (!failure) setWord('');
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t(texts.word)}
        value={word}
        maxLength={MAX_MUTED_WORD}
        autoComplete="off"
        error={problem}
        onChange={({ target }) => setWord(target.value)}
      />
      <Select label={t(texts.time)} value={time} onChange={({ target }) => setTime(target.value)}>
        <option value="">{t(texts.forever)}</option>
        {muteTimes.map((one) => (
          <option key={one} value={one}>
            {t(timeTexts[one])}
          </option>
        ))}
      </Select>
      <Button type="submit" loading={pending}>
        {t(texts.add)}
      </Button>
    </form>
  );
}

/** Longer lists are shortened until "show all" is chosen, because other settings follow below. */
const FEW = 10;

/** The muted items, at first only the latest few of a long list. */
function Rows({ mutes }: { mutes: readonly Mute[] }) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = all ? mutes : mutes.slice(0, FEW);
  useRowFocus(
    list,
    shown.map(({ _id }) => _id),
    { fallback: () => list.current },
  );
  useEffect(() => {
    if (all) list.current?.children[FEW]?.querySelector('button')?.focus();
  }, [all]);
  return (
    <>
      <ul ref={list} tabIndex={-1} className={rows.list}>
        {shown.map((muted) => (
          <MutedRow key={muted._id} muted={muted} />
        ))}
      </ul>
      {shown.length < mutes.length && (
        <Button wide onClick={() => setAll(true)}>
          {t(texts.all, { count: mutes.length })}
        </Button>
      )}
    </>
  );
}

/** The viewer's muted items, latest first, and a form for words and hashtags. */
export function MutedList() {
  const dispatch = useAppDispatch();
  const mutes = useAppSelector(selectMutes);
  const [failure, setFailure] = useState<string>();
  const load = () => dispatch(loadMutes()).then((failed) => setFailure(failed?.message));
  const first = useRef(load);
  useEffect(() => void first.current(), []);
  return (
    <Card title={t(texts.title)}>
      <p className={rows.quiet}>{t(texts.about)}</p>
      <AddForm />
      {mutes === null && failure === undefined && (
        <>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <PersonSkeleton />
        </>
      )}
      {mutes === null && failure !== undefined && <ErrorState message={failure} onRetry={() => void load()} />}
      {mutes && <Rows mutes={mutes} />}
      {mutes?.length === 0 && <p className={rows.quiet}>{t(texts.none)}</p>}
    </Card>
  );
}
