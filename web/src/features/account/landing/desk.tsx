/** A desk at night, as an inline SVG: sharp on every screen and visible with the first paint. */
export function Desk({ label }: { label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 960 720">
      <defs>
        <linearGradient id="desk-wall" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1a1f33" />
          <stop offset="1" stopColor="#2b3050" />
        </linearGradient>
        <radialGradient id="desk-glow">
          <stop offset="0" stopColor="#eda33c" stopOpacity="0.65" />
          <stop offset="1" stopColor="#eda33c" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M0 0h960v720H0z" fill="url(#desk-wall)" />
      <circle cx="337" cy="330" r="380" fill="url(#desk-glow)" />
      <path d="M0 540h960v180H0z" fill="#c0573f" opacity="0.95" />
      <path d="M0 540h960v8H0z" fill="#33202b" opacity="0.35" />
      <path d="M207 540V300l90-90" fill="none" stroke="#33202b" strokeWidth="12" strokeLinecap="round" />
      <path d="m277 170 100 70-74 56-56-72z" fill="#eda33c" />
      <rect x="147" y="528" width="120" height="14" rx="7" fill="#33202b" />
      <path d="m430 530 210-30 210 30v20l-210-28-210 28z" fill="#fbf7ef" />
      <path d="m700 390 16-6 48 126-12 8z" fill="#c0573f" />
      <rect x="330" y="474" width="60" height="66" rx="8" fill="#c0573f" />
      <path d="M330 490h60v10h-60z" fill="#f7e9e2" opacity="0.6" />
    </svg>
  );
}
