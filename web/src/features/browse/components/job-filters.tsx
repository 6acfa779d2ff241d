import { defineMessages } from '@afterhours/contract/base/message';
import { type FormEvent, useId } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import styles from './job-filters.module.css';

const texts = defineMessages('browse.jobFilters', {
  label: 'Filter jobs',
  words: 'Words',
  wordsHint: 'Such as “illustrator” or “remote”',
  tag: 'Hashtag',
  tagHint: 'Such as “design”',
  apply: 'Filter',
});

export type JobFilter = { keyword: string; hashtag: string };

type JobFiltersProps = { value: JobFilter; onChange: (filter: JobFilter) => void };

/** Words and a hashtag; applied when they are sent. */
export function JobFilters({ value, onChange }: JobFiltersProps) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    onChange({ keyword: read('keyword'), hashtag: read('hashtag').replace(/^#/, '') });
  };
  return (
    // Filled in anew when the address has another filter, as with Back.
    <form
      key={`${value.keyword} ${value.hashtag}`}
      role="search"
      aria-label={t(texts.label)}
      onSubmit={submit}
      className={styles.filters}
    >
      <TextField
        id={`${id}-words`}
        type="search"
        name="keyword"
        maxLength={200}
        label={t(texts.words)}
        placeholder={t(texts.wordsHint)}
        defaultValue={value.keyword}
      />
      <TextField
        id={`${id}-tag`}
        type="search"
        name="hashtag"
        maxLength={51}
        label={t(texts.tag)}
        placeholder={t(texts.tagHint)}
        defaultValue={value.hashtag}
      />
      <Button type="submit">{t(texts.apply)}</Button>
    </form>
  );
}
