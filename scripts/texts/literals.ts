/** Finds texts for people that are written in the code itself, where no translation reaches them. */
import { childOf, childrenOf, type Node, nameOf, placeOf, type SourceFile, walk } from './syntax.ts';

/** Attributes of elements, and properties of objects, whose text is shown or read out. */
const SHOWN = new Set(
  ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'title', 'subtitle'].concat([
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
  ]),
);
/** Functions that display the text that is passed to them. */
const SHOWING = new Set(['showSuccess', 'showError', 'showInfo', 'announceDone', 'pageTitle']);
/** Elements whose content is not prose: keys of the keyboard, code. */
const NO_LANGUAGE = new Set(['Kbd', 'code']);
/** Functions whose text is for the console, not for people. */
const FOR_DEVELOPERS = new Set(['logFailure', 'Error', 'TypeError']);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'MethodDefinition']);
const LETTER = /\p{L}/u;
/** A text of several words that begins like a sentence. */
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

/** The literals that this node itself puts before people. */
function shownBy(node: Node): Node[] {
  switch (node.type) {
    case 'JSXText':
      return LETTER.test(String(node['value'])) ? [node] : [];
    case 'JSXElement':
    case 'JSXFragment':
      return childrenOf(node, 'children')
        .filter(({ type }) => type === 'JSXExpressionContainer')
        .flatMap(literalsOf);
    case 'JSXAttribute':
      return SHOWN.has(nameOf(childOf(node, 'name')) ?? '') ? literalsOf(childOf(node, 'value')) : [];
    case 'Property':
      return node['kind'] === 'init' && SHOWN.has(nameOf(childOf(node, 'key')) ?? '')
        ? literalsOf(childOf(node, 'value'))
        : [];
    case 'CallExpression':
      return SHOWING.has(nameOf(childOf(node, 'callee')) ?? '') ? literalsOf(childOf(node, 'arguments')) : [];
    default:
      return [];
  }
}

/** A literal that reads like a sentence, anywhere but as the name of a property. */
const isProse = (node: Node, parent: Node | undefined): boolean =>
  node.type === 'Literal' &&
  typeof node['value'] === 'string' &&
  PROSE.test(node['value']) &&
  !(parent?.type === 'Property' && childOf(parent, 'key') === node);

/** Whether what is below a node never reaches people, or is ready for other languages. */
function isExempt(node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return !/^TS(As|Satisfies)/.test(node.type);
  if (node.type === 'JSXElement') {
    const opening = childOf(node, 'openingElement');
    return NO_LANGUAGE.has(nameOf(opening && childOf(opening, 'name')) ?? '');
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  const callee = nameOf(childOf(node, 'callee')) ?? '';
  return callee === 'defineMessages' || FOR_DEVELOPERS.has(callee);
}

/** The places of a file where a text stands in the code, or is written out before the language is known. */
export function findLiterals(source: SourceFile): string[] {
  const found = new Set<string>();
  walk(source.program, (node, around) => {
    if (isExempt(node)) return false;
    const early = node.type === 'CallExpression' && nameOf(childOf(node, 'callee')) === 't';
    if (early && !around.some(({ type }) => FUNCTIONS.has(type)))
      found.add(`${placeOf(source, node)}: t() runs when the module is loaded, before the language is chosen`);
    for (const literal of isProse(node, around.at(-1)) ? [node] : shownBy(node)) {
      const text = source.source.slice(literal.start, literal.end).trim().replaceAll(/\s+/g, ' ');
      found.add(`${placeOf(source, literal)}: ${text.slice(0, 60)} is a literal: use defineMessages`);
    }
    return undefined;
  });
  return [...found];
}
