/**
 * Finds import cycles between the folders of a workspace. Each feature is a node of the graph, and so is each other
 * folder in `src`. Files in `src` itself (app.ts, services.ts, main.tsx) connect the folders and belong to no node.
 * Tests may import anything. Type imports count: a type that two folders need belongs in a folder below both.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, type ToolRun } from '../run/run-tool.ts';

type Import = { from: string; to: string };

const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** Returns the folder that a file belongs to, such as `features/posts` or `db`, or null for a file in `src` itself. */
function nodeOf(file: string): string | null {
  const [first, second, third] = file.split('/');
  if (first === 'features' && third !== undefined) return `${first}/${second}`;
  return second === undefined ? null : (first ?? null);
}

const isCode = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|-testing\.tsx$/.test(file) && !/(^|\/)testing\//.test(file);

/** Returns the imports of all files in `src`, type imports included, as paths relative to `src`. */
export function readImports(src: string): Import[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(isCode);
  return files.flatMap((from) =>
    [...readFileSync(path.join(src, from), 'utf8').matchAll(IMPORT)].flatMap(([, fixed, dynamic]) => {
      const specifier = fixed ?? dynamic ?? '';
      if (specifier.startsWith('#')) return { from, to: specifier.slice(1) };
      if (specifier.startsWith('.')) return { from, to: path.join(path.dirname(from), specifier) };
      return [];
    }),
  );
}

/** Returns the imports that form the first cycle between folders, or null if there is no cycle. */
export function findCycle(imports: readonly Import[]): Import[] | null {
  const edges = new Map<string, Map<string, Import>>();
  for (const edge of imports) {
    const [from, to] = [nodeOf(edge.from), nodeOf(edge.to)];
    if (from === null || to === null || from === to) continue;
    const targets = edges.get(from) ?? new Map<string, Import>();
    edges.set(from, targets.set(to, targets.get(to) ?? edge));
  }
  const done = new Set<string>();
  function walk(node: string, trail: readonly { node: string; by: Import }[]): Import[] | null {
    for (const [next, by] of edges.get(node) ?? []) {
      if (done.has(next)) continue;
      const steps = [...trail, { node, by }];
      const start = steps.findIndex((step) => step.node === next);
      if (start >= 0) return steps.slice(start).map((step) => step.by);
      const cycle = walk(next, steps);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  }
  for (const node of edges.keys()) {
    const cycle = done.has(node) ? null : walk(node, []);
    if (cycle) return cycle;
  }
  return null;
}

/** Looks for a cycle in each workspace and reports the imports that form it. */
export function checkLayers(): ToolRun {
  const startedAt = performance.now();
  const output = ['server', 'web'].flatMap((workspace) => {
    const cycle = findCycle(readImports(path.join(ROOT, workspace, 'src')));
    if (cycle === null) return [];
    const lines = cycle.map(({ from, to }) => `  ${from} imports ${to}`);
    return [`Folders of ${workspace}/src form an import cycle:`, ...lines];
  });
  return { ok: output.length === 0, output: output.join('\n'), seconds: (performance.now() - startedAt) / 1000 };
}
