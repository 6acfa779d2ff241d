/** Finds texts for people that are literals in the code, which cannot be translated. */
import { childOf, childrenOf, type Node, nameOf, placeOf, type SourceFile, walk } from './syntax.ts';

/** Attributes of elements, and properties of objects, whose text is displayed or read out. */
const DISPLAYED_PROPERTIES = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'title',
  'subtitle',
  'heading',
  'label',
  'placeholder',
  'description',
  'hint',
  'text',
  'message',
  'empty',
  'confirm',
  'cancel',
]);
/** Functions that display the text that is passed to them. */
const DISPLAY_FUNCTIONS = new Set(['showSuccess', 'showError', 'showInfo', 'announceDone']);
/** Elements whose content is not prose: keyboard keys and code. */
const CODE_ELEMENTS = new Set(['Kbd', 'code']);
/** Functions whose text goes to the console, not to members. */
const DEVELOPER_FUNCTIONS = new Set(['logFailure', 'Error', 'TypeError']);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'MethodDefinition']);
const LETTER = /\p{L}/u;
/** A text of several words that starts like a sentence. */
const PROSE = /^\p{Lu}[\p{L}’']*[,:]?\s+\p{L}/u;

/** Returns the literals with letters that an expression may evaluate to. */
function literalsOf(node: Node | undefined): Node[] {
  if (!node) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' && LETTER.test(node['value']) ? [node] : [];
    case 'TemplateLiteral': {
      const texts = childrenOf(node, 'quasis').map(({ value }) => JSON.stringify(value));
      return texts.some((text) => LETTER.test(text.replaceAll(/"(raw|cooked)":|\\[nrt]/g, ''))) ? [node] : [];
    }
    case 'ConditionalExpression':
      return [...literalsOf(childOf(node, 'consequent')), ...literalsOf(childOf(node, 'alternate'))];
    case 'BinaryExpression':
      if (node['operator'] !== '+') return [];
      return [...literalsOf(childOf(node, 'left')), ...literalsOf(childOf(node, 'right'))];
    case 'LogicalExpression':
      return [...literalsOf(childOf(node, 'left')), ...literalsOf(childOf(node, 'right'))];
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return literalsOf(childOf(node, 'expression'));
    default:
      return [];
  }
}

/** Returns the literals that this node displays itself. */
function displayedLiterals(node: Node): Node[] {
  switch (node.type) {
    case 'JSXText':
      return LETTER.test(String(node['value'])) ? [node] : [];
    case 'JSXElement':
    case 'JSXFragment':
      return childrenOf(node, 'children')
        .filter(({ type }) => type === 'JSXExpressionContainer')
        .flatMap(literalsOf);
    case 'JSXAttribute':
      return DISPLAYED_PROPERTIES.has(nameOf(childOf(node, 'name')) ?? '') ? literalsOf(childOf(node, 'value')) : [];
    case 'Property':
      return node['kind'] === 'init' && DISPLAYED_PROPERTIES.has(nameOf(childOf(node, 'key')) ?? '')
        ? literalsOf(childOf(node, 'value'))
        : [];
    case 'CallExpression':
      return DISPLAY_FUNCTIONS.has(nameOf(childOf(node, 'callee')) ?? '') ? literalsOf(childOf(node, 'arguments')) : [];
    default:
      return [];
  }
}

/** Whether a node is a literal that reads like a sentence and is not the name of a property. */
const isProse = (node: Node, parent: Node | undefined): boolean =>
  node.type === 'Literal' &&
  typeof node['value'] === 'string' &&
  PROSE.test(node['value']) &&
  !(parent?.type === 'Property' && childOf(parent, 'key') === node);

/** Whether texts below a node never reach members, or are already translatable. */
function isExempt(node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return !/^TS(As|Satisfies)/.test(node.type);
  if (node.type === 'JSXElement') {
    const opening = childOf(node, 'openingElement');
    return CODE_ELEMENTS.has(nameOf(opening && childOf(opening, 'name')) ?? '');
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  const callee = nameOf(childOf(node, 'callee')) ?? '';
  return callee === 'defineMessages' || DEVELOPER_FUNCTIONS.has(callee);
}

/** Returns the problems of a file: literal texts, and texts that are formatted before the language is known. */
export function findLiterals(source: SourceFile): string[] {
  const problems = new Set<string>();
  walk(source.program, (node, ancestors) => {
    if (isExempt(node)) return false;
    const early = node.type === 'CallExpression' && nameOf(childOf(node, 'callee')) === 't';
    if (early && !ancestors.some(({ type }) => FUNCTIONS.has(type)))
      problems.add(`${placeOf(source, node)}: t() runs when the module is loaded, before the language is chosen`);
    for (const literal of isProse(node, ancestors.at(-1)) ? [node] : displayedLiterals(node)) {
      const text = source.source.slice(literal.start, literal.end).trim().replaceAll(/\s+/g, ' ');
      problems.add(`${placeOf(source, literal)}: ${text.slice(0, 60)} is a literal: use defineMessages`);
    }
    return undefined;
  });
  return [...problems];
}
