/** Checks that dashboard and alerts use metrics that the server exports, and that operations.md has their advice. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { createMetrics } from '../../server/src/http/observe/metrics.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  for: z.optional(z.string().regex(/^\d+[smh]$/)),
  labels: z.object({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.object({ summary: z.string(), look: z.string() }),
});
const { groups } = z
  .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
  .parse(parse(read('deploy/monitoring/alerts.yaml')));
const alerts = groups.flatMap((group) => group.rules);

const panel = z.object({
  id: z.int(),
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string(),
  gridPos: z.object({ h: z.int(), w: z.int(), x: z.int(), y: z.int() }),
  targets: z.array(z.object({ expr: z.string() })).default([]),
});
const dashboard = z
  .object({ uid: z.string(), title: z.string(), panels: z.array(panel) })
  .parse(JSON.parse(read('deploy/monitoring/dashboard.json')));
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

/** Metrics that Prometheus creates itself. */
const BUILT_IN = new Set(['up']);
const KEYWORDS =
  /^(sum|max|min|rate|increase|topk|absent|by|le|or|and|label_replace|histogram_quantile|predict_linear|vector|e\d*)$/;

/** Returns the metrics in an expression: its words without labels, ranges, groupings, strings and functions. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ').replaceAll(/\bby \([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-z_][a-z0-9_]*/gi)].map((match) => match[0]).filter((word) => !KEYWORDS.test(word));
}

function exportedNames(): Set<string> {
  // The names do not depend on a database.
  const metrics = createMetrics({} as never);
  metrics.observeLive({ redis: { up: true }, linkStatus: { weak: false }, countSockets: () => 0 });
  metrics.observeReplicas({} as never);
  metrics.observeShedding({} as never);
  const names = metrics.registry
    .getMetricsAsArray()
    .flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]);
  return new Set([...names, ...BUILT_IN]);
}

describe('The monitoring', () => {
  const exported = exportedNames();

  it.each(alerts.map((alert) => [alert.alert, alert.expr]))(
    'has exported metrics in the alert %s',
    (_name, expression) => {
      const used = metricsIn(expression);
      expect(used.length).toBeGreaterThan(0);
      expect(used.filter((name) => !exported.has(name))).toEqual([]);
    },
  );

  it.each(panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr])))(
    'has exported metrics in the panel %s: %s',
    (_title, expression) => {
      const used = metricsIn(expression);
      expect(used.length).toBeGreaterThan(0);
      expect(used.filter((name) => !exported.has(name))).toEqual([]);
    },
  );

  it('has a unique name for every alert, with a link to an existing heading in operations.md', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    const headings = [...read('docs/operations.md').matchAll(/^#+ (.*)$/gm)].map(
      (match) =>
        `docs/operations.md#${(match[1] ?? '')
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-')}`,
    );
    for (const { annotations } of alerts) expect(headings).toContain(annotations.look);
  });

  it('has no overlapping panels', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_value, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    expect(Math.max(...dashboard.panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBeLessThanOrEqual(24);
  });
});
