import { searchMessages } from '@afterhours/contract/search';
import { pageTitle } from '#lib/site.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { TextPage } from '#ui/shell/text-page.tsx';

export function NoResultFoundPage() {
  return (
    <>
      <title>{pageTitle(searchMessages.nothing)}</title>
      <TextPage title={searchMessages.nothing} actions={<ButtonLink to="/home">Back To Home</ButtonLink>}>
        <p>{searchMessages.advice}</p>
      </TextPage>
    </>
  );
}
