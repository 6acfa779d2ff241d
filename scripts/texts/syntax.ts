/** Reading source files as syntax trees. */
import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

export type Node = { type: string; start: number; end: number } & Record<string, unknown>;
export type SourceFile = { file: string; source: string; program: Node };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

export function parseSource(file: string, source: string): SourceFile {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return { file, source, program: program as unknown as Node };
}

export const readSource = (file: string): SourceFile => parseSource(file, readFileSync(file, 'utf8'));

/**
 * Visits every node with the nodes around it, the nearest last. Below a node for which `visit` returns false it ends.
 */
export function walk(node: Node, visit: (node: Node, around: readonly Node[]) => boolean | void): void {
  const around: Node[] = [];
  const enter = (at: Node): void => {
    if (visit(at, around) === false) return;
    around.push(at);
    for (const value of Object.values(at)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) enter(child);
    }
    around.pop();
  };
  enter(node);
}

/** The nodes under one name of a node. */
export function childrenOf(node: Node, name: string): Node[] {
  const value = node[name];
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

export const childOf = (node: Node, name: string): Node | undefined => childrenOf(node, name)[0];

/** The name of an identifier or of a key of an object; undefined for whatever is computed. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Identifier' || node?.type === 'JSXIdentifier') return String(node['name']);
  return node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}

/** The text that an expression always has: a literal, a template without expressions, or several joined by `+`. */
export function staticText(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node?.type === 'TemplateLiteral' && childrenOf(node, 'expressions').length === 0) {
    const cooked = childOf(node, 'quasis')?.['value'];
    return cooked && typeof cooked === 'object' && 'cooked' in cooked ? String(cooked.cooked) : undefined;
  }
  if (node?.type !== 'BinaryExpression' || node['operator'] !== '+') return undefined;
  const [left, right] = [staticText(childOf(node, 'left')), staticText(childOf(node, 'right'))];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** Where a node begins, as editors understand it: `file:line`. */
export const placeOf = ({ file, source }: SourceFile, node: Node): string =>
  `${file}:${source.slice(0, node.start).split('\n').length}`;
