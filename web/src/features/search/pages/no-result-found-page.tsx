import { defineMessages } from '@afterhours/contract/base/message';
import { searchMessages } from '@afterhours/contract/constants/search';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { StatePage } from '#ui/layout/state-page.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';

const texts = defineMessages('search.nothing', {
  home: 'Back To Home',
});

/** The page that old links for a search without results lead to. */
export function NoResultFoundPage() {
  return (
    <>
      <PageTitle>{t(searchMessages.nothing)}</PageTitle>
      <StatePage>
        <EmptyState
          heading
          title={t(searchMessages.nothing)}
          action={<ButtonLink to="/home">{t(texts.home)}</ButtonLink>}
        >
          {t(searchMessages.advice)}
        </EmptyState>
      </StatePage>
    </>
  );
}
