import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { LandingPage } from '#features/account/pages/landing-page.tsx';

/**
 * Returns the landing page as HTML: the build writes it into the page that guests get at `/`, which has a title, and
 * whose pictures need no word in advance.
 */
export function renderLanding(): string {
  const html = renderToStaticMarkup(
    <StaticRouter location="/">
      <LandingPage />
    </StaticRouter>,
  );
  return html.replaceAll(/<title>.*?<\/title>|<link rel="preload"[^>]*>/g, '');
}
