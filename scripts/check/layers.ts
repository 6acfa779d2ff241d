/**
 * The folders of a workspace as a graph: every feature is a node, and so is every other folder beside `features/`.
 * Files that stand in `src` itself (app.ts, services.ts, main.tsx) put the folders together and belong to none of them.
 * Tests may import anything. Imports of types count: a type that is needed on both sides belongs below both.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, type ToolRun } from '../run/run-tool.ts';

type Import = { from: string; to: string };

const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** The folder that a file belongs to, `features/posts` or `db`; null for files of `src` itself. */
function nodeOf(file: string): string | null {
  const [first, second, third] = file.split('/');
  if (first === 'features' && third !== undefined) return `${first}/${second}`;
  return second === undefined ? null : (first ?? null);
}

const isCode = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|-testing\.tsx$/.test(file) && !/(^|\/)testing\//.test(file);

/** Imports between folders of `src`, types included; paths relative to it. */
export function readImports(src: string): Import[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(isCode);
  return files.flatMap((from) =>
    [...readFileSync(path.join(src, from), 'utf8').matchAll(IMPORT)].flatMap(([, still, lazy]) => {
      const specifier = still ?? lazy ?? '';
      if (specifier.startsWith('#')) return { from, to: specifier.slice(1) };
      if (specifier.startsWith('.')) return { from, to: path.join(path.dirname(from), specifier) };
      return [];
    }),
  );
}

/** The first circle among the folders, as the imports that make it; null when there is none. */
export function findCircle(imports: readonly Import[]): Import[] | null {
  const edges = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const [from, to] = [nodeOf(one.from), nodeOf(one.to)];
    if (from === null || to === null || from === to) continue;
    const targets = edges.get(from) ?? new Map<string, Import>();
    edges.set(from, targets.set(to, targets.get(to) ?? one));
  }
  const done = new Set<string>();
  function walk(node: string, trail: readonly { node: string; by: Import }[]): Import[] | null {
    for (const [next, by] of edges.get(node) ?? []) {
      if (done.has(next)) continue;
      const steps = [...trail, { node, by }];
      const start = steps.findIndex((step) => step.node === next);
      if (start >= 0) return steps.slice(start).map((step) => step.by);
      const circle = walk(next, steps);
      if (circle) return circle;
    }
    done.add(node);
    return null;
  }
  for (const node of edges.keys()) {
    const circle = done.has(node) ? null : walk(node, []);
    if (circle) return circle;
  }
  return null;
}

/** Looks for a circle in each workspace, and names the imports that make it. */
export function checkLayers(): ToolRun {
  const began = performance.now();
  const output = ['server', 'web'].flatMap((workspace) => {
    const circle = findCircle(readImports(path.join(ROOT, workspace, 'src')));
    if (circle === null) return [];
    const lines = circle.map(({ from, to }) => `  ${from} imports ${to}`);
    return [`Folders of ${workspace}/src import each other in a circle:`, ...lines];
  });
  return { ok: output.length === 0, output: output.join('\n'), seconds: (performance.now() - began) / 1000 };
}
