/**
 * Checks the styles of web/: only logical properties, so that pages can be mirrored for right-to-left languages, no
 * breakpoints other than those of `ui/styles/breakpoints.ts`, nothing that Safari or Firefox does not know, and no
 * selector that makes each key slow.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { breakpoints } from '../../web/src/ui/styles/breakpoints.ts';
import { ROOT, type ToolRun } from '../run/run-tool.ts';

const SOURCES = path.join(ROOT, 'web/src');
const BREAKPOINTS = 'ui/styles/breakpoints.ts';

const COMMENT = /\/\*[^]*?\*\//g;
const DECLARATION = /^\s*([\w-]+)\s*:\s*([^;{}]+);?\s*$/;
const PHYSICAL_NAME =
  /^(left|right|top|bottom)$|^(margin|padding|border|scroll-margin|scroll-padding)-(left|right|top|bottom)\b/;
const PHYSICAL_CORNER = /^border-(top|bottom)-(left|right)-radius$/;
const WITH_PHYSICAL_VALUE = /^(text-align|float|clear|caption-side)$/;
const FOUR_SIDES = /^(margin|padding|inset|scroll-margin|scroll-padding|border-(width|style|color))$/;
const WIDTH_QUERY = /\((min|max)-width:\s*([\d.]+)(\w+)\)/g;

/** Splits a value into its parts. A function call such as `calc(…)` is one part. */
const partsOf = (value: string): string[] => value.match(/(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\s(])+/g) ?? [];

/** Whether a declaration refers to a physical side (left, top) instead of the start or end of a line or block. */
function isPhysical(name: string, value: string): boolean {
  if (PHYSICAL_NAME.test(name) || PHYSICAL_CORNER.test(name)) return true;
  if (WITH_PHYSICAL_VALUE.test(name)) return /^(left|right)\b/.test(value);
  const parts = partsOf(value);
  if (FOUR_SIDES.test(name)) return parts.length === 4 && parts[1] !== parts[3];
  if (name !== 'border-radius') return false;
  const [topLeft, topRight, bottomRight, bottomLeft] = parts;
  if (parts.length === 4) return topLeft !== topRight || bottomRight !== bottomLeft;
  return parts.length > 1;
}

const ARGUMENTS = /\((?:[^()]|\([^()]*\))*\)/g;
/** `:has`, and then, at any depth, elements inside that are selected by their name. */
const NAME_IN_HAS = /:has[^,{]*(?<![\s+~])\s+(?:>\s*)?[a-z]/;

const isBreakpoint = (kind: string | undefined, width: number): boolean =>
  Object.values<number>(breakpoints).includes(kind === 'max' ? width + 1 : width);

function findWidths(line: string): string[] {
  return Array.from(line.matchAll(WIDTH_QUERY), ([query, kind, width, unit]) =>
    unit === 'px' && isBreakpoint(kind, Number(width)) ? '' : `${query} is not a breakpoint of ${BREAKPOINTS}`,
  ).filter((problem) => problem !== '');
}

/** Returns the problems of a style sheet, each with its line number. */
export function findStyleProblems(css: string): string[] {
  const withoutComments = css.replace(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return withoutComments.split('\n').flatMap((line, index) => {
    const [, name = '', value = ''] = DECLARATION.exec(line) ?? [];
    const problems = line.includes('@media') ? findWidths(line) : [];
    if (isPhysical(name, value)) problems.push(`${line.trim()} uses a physical side: use a logical property`);
    // Every key and click can change `html:has(…)`. Chrome then computes the styles of all elements with that name.
    if (NAME_IN_HAS.test(line.replaceAll(ARGUMENTS, '')))
      problems.push(`${line.trim()}: select what is inside :has() by a class or attribute`);
    // Safari would draw no line at all.
    if (name === 'text-decoration' && partsOf(value).length > 1)
      problems.push(`${line.trim()}: set the colour, style and thickness of the line by properties of their own`);
    if (/\battr\(/.test(value) && name !== 'content')
      problems.push(`${line.trim()}: only Chrome reads an attribute here`);
    return problems.map((problem) => `${index + 1}: ${problem}`);
  });
}

/** Returns the media queries with literal widths in code, each with its line number. Code uses `from` instead. */
export function findWrittenQueries(code: string): string[] {
  return code
    .split('\n')
    .flatMap((line, index) =>
      /\((min|max)-width:/.test(line) ? [`${index + 1}: use \`from\` of ${BREAKPOINTS} for this media query`] : [],
    );
}

/** Checks all style sheets and the code of web/. */
export function checkStyles(): ToolRun {
  const startedAt = performance.now();
  const output = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const read = () => readFileSync(path.join(SOURCES, file), 'utf8');
    const isCode = /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== BREAKPOINTS;
    const problems = file.endsWith('.css') ? findStyleProblems(read()) : isCode ? findWrittenQueries(read()) : [];
    return problems.map((problem) => `web/src/${file}:${problem}`);
  });
  return { ok: output.length === 0, output: output.join('\n'), seconds: (performance.now() - startedAt) / 1000 };
}
