// The page of `make play` against the program: node play.cjs PAGE NATIVE CHROMIUM
//
// Prints "WHAT<tab>UNIT<tab>OURS<tab>PEER<tab>LIMIT" lines: seconds of the same cells in the browser and on this machine (timing.tsv of both), and the time from a move
// of a slider to the new curve. Modules are found by NODE_PATH.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { execFileSync } = require('child_process');
const { chromium } = require('playwright-core');

const [file, native, program] = process.argv.slice(2);
const CELLS = { close_to_subspace: ['n=64'], disjunction: ['form=vector'], max_cut: [], matrix_multiplicative_weights: [], matrix_completion: [], decompositions: [] };
const PATIENCE = 600000; // milliseconds: the machine may be busy
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const seconds = (answer) => answer.tables['timing.tsv'].split('\n').filter((line) => /^[0-9a-f]{16}\t/.test(line)).reduce((sum, line) => sum + Number(line.split('\t')[1]), 0);

(async () => {
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'], timeout: PATIENCE });
  const page = await browser.newPage(), scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'play-'));
  page.setDefaultTimeout(PATIENCE);
  await page.addInitScript(() => { window.first = []; window.runs = 0; document.addEventListener('firstcurve', (event) => window.first.push(event.detail)); document.addEventListener('finished', () => { window.runs++; }); });
  await page.goto(`file://${file}#scenario=close_to_subspace&p.n=32&seeds=5`);
  await page.waitForFunction(() => window.runs > 0);
  for (const [scenario, set] of Object.entries(CELLS)) {
    const times = { web: [], native: [] };
    for (let i = 0; i < 5; i++) {
      const request = await page.evaluate(([name, given]) => ({ scenario: name, text: data.scenarios.find((item) => item.name === name).text, what: 'run', seeds: 2, set: given }), [scenario, set]);
      times.web.push(seconds(await page.evaluate(async (asked) => { stop(); return ask(asked); }, request)));
      fs.writeFileSync(path.join(scratch, 'request'), JSON.stringify(request));
      execFileSync(native, ['request', 'answer'], { cwd: scratch });
      times.native.push(seconds(JSON.parse(fs.readFileSync(path.join(scratch, 'answer'), 'utf8'))));
    }
    console.log(['cells of ' + scenario, 's', median(times.web), median(times.native), '4'].join('\t'));
  }
  await page.evaluate(() => { window.first = []; window.runs = 0; });
  for (let move = 0; move < 21; move++) {
    const before = await page.evaluate(() => window.runs);
    await page.evaluate((place) => { const slider = document.querySelector('input[data-name=r]'); slider.value = place; slider.dispatchEvent(new Event('input')); }, 60 + (move % 2) * 40);
    await page.waitForFunction((count) => window.runs > count, before);
  }
  const moves = await page.evaluate(() => window.first);
  console.log(['slider to the first curve, close_to_subspace, n = 32', 'ms', median(moves), '-', '-'].join('\t'));
  await browser.close();
  fs.rmSync(scratch, { recursive: true });
})().catch((error) => { console.error(error.message.split('\n')[0]); process.exit(1); });
