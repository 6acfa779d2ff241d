import { defineMessages } from '@afterhours/contract/base/message';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { PostList } from '#features/feed/components/post-list.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { t } from '#lib/text/translate.ts';
import { BrowseColumns } from '../components/browse-columns.tsx';

const texts = defineMessages('browse.tag', {
  title: 'Posts with #{tag}',
  none: 'Nobody has written with #{tag} yet.',
});

const MuteTag = lazy(async () => ({
  default: (await import('#features/mutes/components/mute-tag.tsx')).MuteTag,
}));

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
          <Suspense fallback={null}>
            <MuteTag tag={tag} />
          </Suspense>
        </>
      }
    >
      <PostList key={tag} list="tagPosts" query={{ hashtag: tag }} empty={{ text: t(texts.none, { tag }) }} />
    </BrowseColumns>
  );
}
