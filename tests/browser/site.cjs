// Pages of the site in a browser: node site.cjs SITE FOLDER_OF_SCREENSHOTS CHROMIUM [PAGE]...
//
// Opens one page of each kind from the disk (with TEST_ALL=1 every fortieth of all, too; or those named), in two widths and both schemes: nothing
// but files of the site is asked for (blobs are a live figure's own; its page is looked at by play.cjs), nothing is wider than the screen, and
// axe-core finds no fault. Prints `ok NAME` or `not ok NAME: reason`. Modules are found by NODE_PATH.
'use strict';
const fs = require('fs');
const path = require('path');
const { chromium } = require('playwright-core');
const axe = require('axe-core');

const [site, folder, program, ...named] = process.argv.slice(2);
const PAGES = ['index.html', 'tour.html', 'scenarios/index.html', 'scenarios/close_to_subspace.html', 'learners/index.html',
  'learners/online_matrix_prediction.html', 'bounds/subspace_mistakes.html', 'papers/index.html', 'papers/warmuth_2007.html', 'docs/notation.html', 'docs/scenarios.html', 'docs/errata.html',
  'library.html', 'man/winnow.1.html'];
const SIZES = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 800 } };

async function look(browser, file, size, scheme) {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme: scheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) faults.push(message.text()); });
  page.on('request', (request) => { if (!request.url().startsWith('blob:') && !request.url().startsWith(`file://${site}/`)) faults.push(`asks for ${request.url()}`); });
  page.on('requestfailed', (request) => faults.push(`misses ${request.url()}`));
  await page.goto(`file://${site}/${file}`);
  const [width, screen] = await page.evaluate(() => [document.scrollingElement.scrollWidth, window.innerWidth]);
  if (width > screen) faults.push(`${width} pixels wide on a screen of ${screen}`);
  const markers = await page.evaluate(() => [...document.querySelectorAll('li')].filter((item) => {
    const style = getComputedStyle(item);
    return style.overflowX !== 'visible' && style.listStyleType !== 'none' && parseFloat(style.paddingLeft) < 16;
  }).length);
  if (markers > 0) faults.push(`${markers} items of lists that hide their markers`);
  await page.evaluate(axe.source);
  const result = await page.evaluate(() => window.axe.run(document, { preload: false, iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] }));
  for (const violation of result.violations) faults.push(`${violation.id}: ${violation.nodes[0].html.slice(0, 160)}`);
  await page.screenshot({ path: path.join(folder, `site-${file.replace(/\//g, '-').replace('.html', '')}-${size}-${scheme}.png`) });
  await context.close();
  return faults;
}

(async () => {
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
  const every = fs.readdirSync(site, { recursive: true }).filter((file) => file.endsWith('.html')).sort();
  const more = every.filter((file, place) => place % 40 === 0 && !PAGES.includes(file));
  for (const file of named.length > 0 ? named : process.env.TEST_ALL ? PAGES.concat(more) : PAGES) {
    const faults = [];
    for (const size of Object.keys(SIZES)) {
      const scheme = size === 'wide' ? 'light' : 'dark';
      faults.push(...(await look(browser, file, size, scheme)).map((fault) => `${size}, ${scheme}: ${fault}`));
    }
    console.log(faults.length > 0 ? `not ok site in a browser: ${file}: ${faults.join('; ')}` : `ok site in a browser: ${file}`);
  }
  await browser.close();
})().catch((error) => {
  console.log(`not ok site in a browser: ${error.message.split('\n')[0]}`);
  process.exit(1);
});
