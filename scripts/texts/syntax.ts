/** Parses source files into syntax trees and reads the trees. */
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
 * Calls `visit` for every node, with the node's ancestors, the nearest last. Skips the descendants of a node for which
 * `visit` returns false.
 */
export function walk(node: Node, visit: (node: Node, ancestors: readonly Node[]) => boolean | void): void {
  const ancestors: Node[] = [];
  const enter = (current: Node): void => {
    if (visit(current, ancestors) === false) return;
    ancestors.push(current);
    for (const value of Object.values(current)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) enter(child);
    }
    ancestors.pop();
  };
  enter(node);
}

/** Returns the child nodes in a property of a node. */
export function childrenOf(node: Node, name: string): Node[] {
  const value = node[name];
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

export const childOf = (node: Node, name: string): Node | undefined => childrenOf(node, name)[0];

/** Returns the name of an identifier or object key, or undefined if it is computed. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Identifier' || node?.type === 'JSXIdentifier') return String(node['name']);
  return node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}

/** Returns the constant text of an expression: a literal, a template without expressions, or some joined with `+`. */
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

/** Returns the position of a node in the format that editors understand: `file:line`. */
export const placeOf = ({ file, source }: SourceFile, node: Node): string =>
  `${file}:${source.slice(0, node.start).split('\n').length}`;
