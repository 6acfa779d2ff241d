import { defineMessages } from '@afterhours/contract/base/message';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Members } from '../staff/members.tsx';
import styles from '../staff/staff.module.css';
import { StaffFrame } from '../staff/staff-frame.tsx';

const texts = defineMessages('moderation.membersPage', {
  title: 'Members',
  keyword: 'Name or email address',
  search: 'Search',
});

/** The members of the community, for staff. The keyword and the chosen member are part of the address. */
export function MembersPage() {
  const [search, setSearch] = useSearchParams();
  const keyword = search.get('q')?.trim() ?? '';
  const [typed, setTyped] = useState(keyword);
  const [searched, setSearched] = useState(keyword);
  // Back, or a link to all members, may change the address.
  if (searched !== keyword) {
    setSearched(keyword);
    setTyped(keyword);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = typed.trim();
    setSearch(q === '' ? {} : { q }, { replace: true, preventScrollReset: true });
  };
  return (
    <StaffFrame title={t(texts.title)}>
      <form role="search" aria-label={t(texts.title)} className={styles.search} onSubmit={submit}>
        <TextField
          type="search"
          label={t(texts.keyword)}
          value={typed}
          maxLength={254}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit">{t(texts.search)}</Button>
      </form>
      <Members key={keyword} keyword={keyword} />
    </StaffFrame>
  );
}
