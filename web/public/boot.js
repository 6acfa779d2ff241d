// Runs before the first paint, so that a chosen theme never flashes the other one. Key shared with src/lib/theme.ts.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to us; the system's choice then stands.
}

// The program itself did not arrive: without this the page would stay blank. It has no styles of ours to rely on.
function showNotLoaded() {
  var root = document.getElementById('root');
  if (!root || root.firstChild) return;
  var main = document.createElement('main');
  main.id = 'main';
  main.style.cssText =
    'font: 16px/1.5 system-ui, sans-serif; margin: 20vh auto 0; max-width: 420px; padding: 0 16px; text-align: center';
  var title = document.createElement('h1');
  title.style.cssText = 'font-size: 20px';
  title.textContent = 'This page could not be loaded. Check your connection and try again.';
  var button = document.createElement('button');
  button.type = 'button';
  button.style.cssText =
    'background: none; border: 1px solid; border-radius: 6px; color: inherit; font: inherit; margin-top: 16px; padding: 9px 16px';
  button.textContent = 'Try again';
  button.addEventListener('click', () => location.reload());
  main.append(title, button);
  root.append(main);
  addEventListener('online', () => location.reload());
}
addEventListener(
  'error',
  (event) => {
    if (!(event.target instanceof HTMLScriptElement) || event.target.type !== 'module') return;
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', showNotLoaded);
    else showNotLoaded();
  },
  true,
);
