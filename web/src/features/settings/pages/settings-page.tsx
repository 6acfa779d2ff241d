export function SettingsPage() {
  return (
    <main id="main">
      <h1>Settings</h1>
    </main>
  );
}
