import { defineMessages } from '@afterhours/contract/base/message';
import type { Hashtag } from '@afterhours/contract/posts/hashtags';
import type { FoundPerson, searchPeople } from '@afterhours/contract/search';
import Hash from 'lucide-react/icons/hash';
import { useEffect, useState } from 'react';
import { profilePath } from '#entities/people/profile-path.ts';
import { suggestHashtags } from '#features/hashtags/hashtag-commands.ts';
import { call } from '#lib/api/client.ts';
import { userImage } from '#lib/image-address.ts';
import { formatExactCount } from '#lib/text/format.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import type { SearchSuggestion } from '#ui/shell/search-options.tsx';
import { Icon } from '#ui/text/icon.tsx';
import { trimKeyword } from './keyword.ts';

const texts = defineMessages('search.suggestions', {
  posts: '{count, plural, one {{shown} post} other {{shown} posts}}',
});

const REST_MS = 150;
const PEOPLE = 6;
const TAGS = 4;

async function findPeople(searchQuery: string, signal: AbortSignal): Promise<FoundPerson[]> {
  const query = { limit: String(PEOPLE) };
  const response = await call<typeof searchPeople>('POST', '/searchPeople', { query, body: { searchQuery }, signal });
  return response.ok ? response.body : [];
}

const personSuggestion = (person: FoundPerson): SearchSuggestion => ({
  key: person._id,
  to: profilePath(person),
  label: fullName(person),
  detail: person.profession,
  picture: <Avatar name={person.firstName} src={userImage(person.image, 32)} size={32} />,
});

const tagSuggestion = ({ _id, title, postsCount }: Hashtag): SearchSuggestion => ({
  key: _id,
  to: `/home?hashtag=${encodeURIComponent(title)}`,
  label: `#${title}`,
  detail: t(texts.posts, { count: postsCount, shown: formatExactCount(postsCount) }),
  picture: <Icon icon={Hash} size={18} />,
});

/** Suggests people, and for members hashtags, that match the text in the search field. */
export function useSearchSuggestions(signedIn: boolean) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ text: string; suggestions: SearchSuggestion[] } | null>(null);
  useEffect(() => {
    if (text === '') return undefined;
    const abort = new AbortController();
    const load = async () => {
      const [people, tags] = await Promise.all([
        text.startsWith('#') ? [] : findPeople(text, abort.signal),
        signedIn ? suggestHashtags(text.replace(/^#/, ''), abort.signal) : [],
      ]);
      if (abort.signal.aborted) return;
      setFound({ text, suggestions: [...people.map(personSuggestion), ...tags.slice(0, TAGS).map(tagSuggestion)] });
    };
    const timer = setTimeout(() => void load(), REST_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, signedIn]);
  // The suggestions for the shorter text stay until those for the longer one arrive.
  const fits = found !== null && text !== '' && text.startsWith(found.text);
  return { onType: (typed: string) => setText(trimKeyword(typed)), suggestions: fits ? found.suggestions : [] };
}
