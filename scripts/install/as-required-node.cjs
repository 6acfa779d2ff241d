/**
 * Loaded into npm by `install.mjs` if the machine's Node is older than the product requires. npm omits, without an
 * error, optional packages whose `engines` exclude the Node that runs npm, but these run on the Node that npm installs.
 */
const { readFileSync } = require('node:fs');
const path = require('node:path');

const { engines } = JSON.parse(readFileSync(path.join(__dirname, '../../package.json'), 'utf8'));
const required = engines.node.replace('>=', '');
if (process.versions.node.localeCompare(required, 'en', { numeric: true }) < 0)
  Object.defineProperty(process, 'version', { value: `v${required}` });
