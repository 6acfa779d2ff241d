/** What a person reads whose browser opens an address while the server is overloaded or its database is away. */
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '#platform/escape-html.ts';
import { english } from '#texts/english.ts';
import { httpTexts } from './http-texts.ts';

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}' +
  'main{margin:20vh auto 0;max-width:420px;overflow-wrap:anywhere;padding:0 16px;text-align:center}' +
  'h1{font-size:1.25rem;text-wrap:balance}' +
  'a{border:1px solid;border-radius:6px;color:inherit;display:inline-block;padding:9px 16px;text-decoration:none}';

/** Any site may frame it, because it also takes the place of embedded posts. */
const POLICY =
  `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors *";

export const failurePageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
};

/** Whether a browser opens the address as a page. Older ones do not send `Sec-Fetch-Mode`, but accept HTML. */
export function isNavigation({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  return method === 'GET' && (mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate');
}

/** Returns a page that needs no script or other file, with a link that opens the same address again. */
export const writeFailurePage = (message: string, communityName: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${message} · ${communityName}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p dir="auto">${escapeHtml(communityName)}</p>
<h1>${escapeHtml(message)}</h1>
<p><a href="">${escapeHtml(english(httpTexts.tryAgain))}</a></p>
</main>
</body>
</html>
`;
