import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { LandingPage } from '#features/account/pages/landing-page.tsx';

/**
 * Returns the landing page as HTML. The build writes it into the page for guests at `/`, which has its own title and
 * needs no preload hints for its pictures.
 */
export function renderLanding(): string {
  const html = renderToStaticMarkup(
    <StaticRouter location="/">
      <LandingPage />
    </StaticRouter>,
  );
  return html.replaceAll(/<title>.*?<\/title>|<link rel="preload"[^>]*>/g, '');
}
