import { ButtonLink } from '#ui/button-link.tsx';
import { TextPage } from '#ui/shell/text-page.tsx';

export function NoResultFoundPage() {
  return (
    <>
      <title>No result found · Afterhours</title>
      <TextPage title="No result found" actions={<ButtonLink to="/home">Back To Home</ButtonLink>}>
        <p>Try shortening or rephrasing your search.</p>
      </TextPage>
    </>
  );
}
