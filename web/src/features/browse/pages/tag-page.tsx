import { defineMessages } from '@afterhours/contract/base/message';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { PostList } from '#features/feed/components/post-list.tsx';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { BrowseColumns } from '../components/browse-columns.tsx';
import styles from './tag-page.module.css';

const texts = defineMessages('browse.tag', {
  title: 'Posts with #{tag}',
  none: 'No one has used #{tag} yet.',
  write: 'Write a post with #{tag}',
});

const MuteTag = lazy(async () => ({
  default: (await import('#features/mutes/components/mute-tag.tsx')).MuteTag,
}));

/** The posts with a hashtag, newest first, for members and guests. */
export function TagPage() {
  const { tag: tagParam = '' } = useParams();
  const tag = tagParam.replace(/^#/, '').normalize('NFC').toLowerCase();
  const isMember = useAppSelector(selectIsLoggedIn);
  const write = (
    <ButtonLink to="/home" state={{ compose: `#${tag}` }} variant="primary">
      {t(texts.write, { tag })}
    </ButtonLink>
  );
  return (
    <BrowseColumns
      heading={
        <>
          <PageTitle>{t(texts.title, { tag })}</PageTitle>
          <h1 dir="auto">{t(texts.title, { tag })}</h1>
          {isMember && (
            <div className={styles.ways}>
              <Suspense fallback={null}>
                <MuteTag tag={tag} />
              </Suspense>
            </div>
          )}
        </>
      }
    >
      <PostList
        key={tag}
        list="tagPosts"
        query={{ hashtag: tag }}
        empty={{ text: t(texts.none, { tag }), ...(isMember ? { action: write } : {}) }}
      />
    </BrowseColumns>
  );
}
