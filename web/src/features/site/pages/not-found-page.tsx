import { defineMessages } from '@afterhours/contract/base/message';
import { pageTitle } from '#lib/browser/site.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { StatePage } from '#ui/layout/state-page.tsx';

const texts = defineMessages('site.notFound', {
  title: 'Page Not Found',
  home: 'Back To Home',
  text: 'There is no page at this address. It may have moved, or the link may be incomplete.',
});

export function NotFoundPage() {
  return (
    <>
      <title>{pageTitle(t(texts.title))}</title>
      <StatePage>
        <EmptyState
          heading
          title={t(texts.title)}
          action={
            <ButtonLink to="/home" variant="primary">
              {t(texts.home)}
            </ButtonLink>
          }
        >
          {t(texts.text)}
        </EmptyState>
      </StatePage>
    </>
  );
}
