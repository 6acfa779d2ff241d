import { t } from '#lib/text/translate.ts';
import { Logo } from '#ui/text/logo.tsx';
import { words } from '#ui/text/words.ts';

/** Shown until the first part of a page is loaded. Looks like what `index.html` shows before the program starts. */
export function SplashScreen() {
  return (
    <div data-starting="">
      <header>
        <Logo />
      </header>
      <div role="status" aria-busy="true" aria-label={t(words.loading)}>
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
