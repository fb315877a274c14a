// The table with its filters, and the pictures; behind figure.js.

// The pieces of a text in Lua: [class, text]; comments (c), strings (s), numbers (n), words of Lua (k) and of scenarios (m), '' for what is between.
const LUA = /(?<c>--\[(?<a>=*)\[[^]*?(?:\]\k<a>\]|$)|--.*)|(?<s>"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?|\[(?<b>=*)\[[^]*?(?:\]\k<b>\]|$))|(?<n>0[xX](?:[pP][+-]|[\w.])*|\.?\d(?:[eE][+-]|[\w.])*)|(?<k>\b(?:and|break|do|else|elseif|end|false|for|function|goto|if|in|local|nil|not|or|repeat|return|then|true|until|while)\b)|(?<m>\b(?:learner|problem|bound|matrix)(?=\.))|\w+/g;
function luaPieces(text) {
  const pieces = [];
  let plain = 0;
  for (const match of text.matchAll(LUA)) {
    const name = 'csnkm'.split('').find((one) => match.groups[one] !== undefined);
    if (!name) continue;
    pieces.push(['', text.slice(plain, match.index)], [name, match[0]]);
    plain = match.index + match[0].length;
  }
  return [...pieces, ['', text.slice(plain)]].filter((piece) => piece[1] !== '');
}

(() => {
  const find = (id) => document.getElementById(id);
  const choices = ['verdict', 'bound', 'learner', 'scenario'];
  const choice = (name) => `<label>${name === 'scenario' ? 'Experiment' : name[0].toUpperCase() + name.slice(1)} <select id="f-${name}"><option value="">all</option></select></label>`;
  find('fold').querySelector('summary').insertAdjacentHTML('afterend', `<form id="filters">${choices.map(choice).join('')}
<label>Text <input id="f-text" type="search" autocomplete="off"></label>
<label class="check"><input id="f-steps" type="checkbox"> steps of proofs</label>
<label class="check"><input id="f-none" type="checkbox"> rows without a bound</label>
<button type="reset">Show all bounds</button></form><p id="count" role="status" aria-live="polite"></p>`);
  find('table').parentNode.insertAdjacentHTML('afterend', '<button id="more" type="button" hidden>Show all</button>');
  const form = find('filters');
  // Read once: the text of a row and of its columns. Steps of proofs (p) and rows without a bound (n) have their own class.
  const rows = Array.from(find('table').tBodies[0].rows, (row) => {
    const texts = Array.from(row.cells, (cell) => cell.textContent);
    return { row, kind: row.className, verdict: texts[0].replace(/^\S+ /, ''), scenario: texts[1], learner: texts[3],
      bound: row.className === 'p' ? texts[4].split('.')[0] : texts[4], all: texts.join(' ').toLowerCase() };
  });
  for (const name of choices) {
    const select = find('f-' + name);
    const known = new Set(rows.map((entry) => entry[name]));
    const list = name === 'scenario' ? [...known] : [...known].sort();
    for (const text of list) select.append(new Option(text, text));
  }

  const few = 200; // rows shown at first
  const apply = (all) => {
    const wanted = choices.map((name) => [name, find('f-' + name).value]).filter((pair) => pair[1] !== '');
    const words = find('f-text').value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const steps = find('f-steps').checked;
    const none = find('f-none').checked;
    let shown = 0;
    let matching = 0;
    find('table').classList.toggle('steps', steps);
    find('table').classList.toggle('bare', none);
    for (const entry of rows) {
      const match = (steps || entry.kind !== 'p') && (none || entry.kind !== 'n') &&
        wanted.every(([name, value]) => entry[name] === value) && words.every((word) => entry.all.includes(word));
      matching += match;
      const visible = match && (all || matching <= few);
      if (entry.row.hidden === visible) entry.row.hidden = !visible;
      shown += visible;
    }
    find('count').textContent = `${matching} of ${rows.length} rows` + (shown < matching ? `, the first ${shown} shown` : '');
    find('more').hidden = shown === matching;
  };

  let waiting = 0;
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 80, false);
  });
  form.addEventListener('reset', () => setTimeout(apply, 0, false));
  form.addEventListener('submit', (event) => event.preventDefault());

  for (const link of document.querySelectorAll('a.show')) {
    link.addEventListener('click', () => {
      find('fold').open = true;
      form.reset();
      find('f-scenario').value = link.dataset.show;
      setTimeout(apply, 0, false);
    });
  }

  find('more').addEventListener('click', () => {
    apply(true);
    find('table').parentNode.focus();
  });

  for (const code of document.querySelectorAll('.lua code')) {
    const colourIt = () => code.replaceChildren(...luaPieces(code.textContent).map(([name, text]) => (name ? element('span', { class: name }, text) : text)));
    code.closest('details').addEventListener('toggle', colourIt, { once: true });
  }

  // On paper nothing can be opened, and no more rows can be requested.
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = Array.from(document.querySelectorAll('details:not([open])'));
    for (const part of closed) part.open = true;
    apply(true);
  });
  addEventListener('afterprint', () => {
    for (const part of closed) part.open = false;
    apply(false);
  });

  apply(false);

  // The curves of a picture, from the rows behind it (page.c): drawn when the reader comes near. Where scripts are off, and on paper, the picture stays.
  const figures = new Map(); // what draws each
  const rowsOf = (text) => text.split(';').slice(0, -1).map((row) => row.split(' ').map(Number));
  function curveOf(item, y, { steps, dots, unjoined }) { // of dataset: '' where it is so
    const read = rowsOf(item.textContent), { key, group, label, flag } = item.dataset, banded = read.some((row) => row.length > 2);
    const points = read.map((row) => row.slice(0, 2)).filter((row) => row.every(Number.isFinite)), own = key === undefined ? null : Number(key);
    if (group === undefined) return { label: label || y, key: own, points, band: banded && read.map(([t, mean, low = mean, high = mean]) => [t, low, high]), dots: dots === '', steps: steps === '', unjoined: unjoined === '' };
    return { label: `${label}: ${short(points[points.length - 1][1])}${flag}`, name: label, dash: Number(group), of: own, dashed: true, points };
  }
  function explore(template) {
    const { title, x, y, log, ...about } = template.dataset, names = Array.from(template.content.querySelectorAll('b'), (name) => name.textContent);
    const figure = template.parentNode, place = element('div');
    const still = element('input', { type: 'checkbox', onchange: () => figure.classList.toggle('still', still.checked) });
    template.before(place);
    figure.classList.add('explored');
    const show = explorer(place);
    place.querySelector('.axes').append(element('label', {}, still, ' still picture'));
    show(Array.from(template.content.querySelectorAll('ul'), (panel) => ({ title, panel: panel.dataset.title, x, y, logx: log.includes('x'), logy: log.includes('y'),
      names: names.length > 0 && names, curves: Array.from(panel.children, (item) => curveOf(item, y, about)) })));
    figures.set(figure, show);
  }
  const near = new IntersectionObserver((entries) => {
    for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
      near.unobserve(target);
      explore(target.querySelector('template'));
    }
  }, { rootMargin: '300px' });
  for (const template of document.querySelectorAll('figure > template')) near.observe(template.parentNode);
  const again = () => figures.forEach((show) => show());
  addEventListener('resize', again);
  dark.addEventListener('change', again);
})();
