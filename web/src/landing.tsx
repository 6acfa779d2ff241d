import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { joiningModes } from '#features/account/joining.ts';
import { LandingPage } from '#features/account/pages/landing-page.tsx';

/**
 * Returns the landing page as HTML, by who may join the community. The build writes them into the pages for guests at
 * `/`, which have their own title and need no preload hints for their pictures.
 */
export function renderLandings(): Record<string, string> {
  const render = (mode: string) =>
    renderToStaticMarkup(
      <StaticRouter location="/">
        <LandingPage mode={mode} />
      </StaticRouter>,
    ).replaceAll(/<title>.*?<\/title>|<link rel="preload"[^>]*>/g, '');
  return Object.fromEntries(joiningModes.map((mode) => [mode, render(mode)]));
}
