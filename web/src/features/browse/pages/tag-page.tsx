import { defineMessages } from '@afterhours/contract/base/message';
import { useParams } from 'react-router';
import { PostList } from '#features/feed/components/post-list.tsx';
import { MuteTag } from '#features/mutes/components/mute-tag.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { t } from '#lib/text/translate.ts';
import { BrowseColumns } from '../components/browse-columns.tsx';

const texts = defineMessages('browse.tag', {
  title: 'Posts with #{tag}',
  none: 'Nobody has written with #{tag} yet.',
});

/** The posts with a hashtag, newest first, for members and guests. */
export function TagPage() {
  const { tag: given = '' } = useParams();
  const tag = given.replace(/^#/, '').normalize('NFC').toLowerCase();
  return (
    <BrowseColumns
      heading={
        <>
          <title>{pageTitle(t(texts.title, { tag }))}</title>
          <h1 dir="auto">{t(texts.title, { tag })}</h1>
          <MuteTag tag={tag} />
        </>
      }
    >
      <PostList key={tag} list="tagPosts" query={{ hashtag: tag }} empty={{ text: t(texts.none, { tag }) }} />
    </BrowseColumns>
  );
}
