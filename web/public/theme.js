// Runs before the first paint, so that a chosen theme never flashes the other one. Key shared with src/lib/theme.ts.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to us; the system's choice then stands.
}
